import type { RunStoreV1 } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunEventOf } from '../../event/run-event.ts'
import { checkAnswer } from '../../machine/whole/answer-gate.ts'
import { whyNotStopped } from '../../machine/attempt/stop-phase.ts'
import { findSaved } from '../door/find-saved.ts'
import { foldRun } from '../journal/fold-run.ts'
import { errorOf, isSameAnswer, readOffer, readOutcome, withoutSecrets } from './offer.ts'
import type { OfferResult, AnswerRunOptions } from '../door/answer-run.ts'

/** How often the outcome is looked for, and how many looks there are to one for the process itself. */
const everyMs = 100
const looksPerCheck = 10

/** What `answerRun` does. */
export const makeOffer = async (given: AnswerRunOptions): Promise<OfferResult> => {
  const { store, runId, clock, waitMs = 10_000 } = given
  const options = { ...given, offer: withoutSecrets(given.offer) }
  if (await isRepeated(options)) return { outcome: 'repeated', held: await isHeld(store, runId) }
  const saved = (await isHeld(store, runId)) ? undefined : await findSaved(options)
  if (saved !== undefined) return { id: saved, outcome: 'kept', held: false }
  const id = await store.offer(runId, options.offer)
  const until = (clock?.now() ?? 0) + waitMs
  for (let look = 0; ; look++) {
    const held = look % looksPerCheck > 0 || (await isHeld(store, runId))
    // Looked at after that: a process says what it has to say before it gives the run free.
    const outcome = readOutcome(await store.outcome(runId, id))
    if (outcome?.ok === false) throw errorOf(outcome)
    if (outcome) return { id, outcome: outcome.repeated ? 'repeated' : 'taken', held }
    if (!held && (await isRepeated(options))) return { id, outcome: 'repeated', held }
    // Of two that were offered at once, the next process takes the first.
    if (!held) return { id: (await findSaved(options)) ?? id, outcome: 'kept', held }
    if (!clock || clock.now() >= until) return { id, outcome: 'kept', held: await isHeld(store, runId) }
    await clock.wait(Math.min(everyMs, until - clock.now()))
  }
}

/** Whether the gate was answered so before. Throws what the offer is refused with. */
const isRepeated = async ({ store, runId, offer: given }: AnswerRunOptions): Promise<boolean> => {
  const answered = new Map<string, RunEventOf<'gate_resolved'>>()
  const { state } = foldRun(runId, await store.load(runId), {
    hear: (event) => {
      if (event.type === 'gate_resolved') answered.set(event.gateId, event)
    },
  })
  // Callers without types give what they like.
  const offer = readOffer(given, [...state.gates.keys()])
  if (offer.type === 'answer') {
    const before = answered.get(offer.gateId)
    if (before && isSameAnswer(before, offer)) return true
    checkAnswer(state, offer.gateId, offer.choice, offer.feedback)
    return false
  }
  if (!(await isHeld(store, runId)))
    throw new AmeliaError('RUN_ENDED', `No process has run ${runId} now: there is nothing to stop.`, {
      runId,
    })
  const { phaseId, stepId } = offer.type === 'cancel' ? offer : {}
  const why = phaseId === undefined ? undefined : whyNotStopped(state, phaseId, stepId)
  if (phaseId !== undefined && why !== undefined) throw new AmeliaError('NOT_CANCELLED', why, { phaseId })
  return false
}

const isHeld = async (store: RunStoreV1, runId: string): Promise<boolean> =>
  (await store.list()).some((run) => run.runId === runId && run.held)
