import { AmeliaError } from '../../error/amelia-error.ts'
import { checkAnswer } from '../../machine/whole/answer-gate.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { foldRun } from '../journal/fold-run.ts'
import { isSameAnswer, readOffer, type RunOffer } from '../offer/offer.ts'
import type { AnswerRunOptions } from './answer-run.ts'

/**
 * The id of an answer to the same gate in the same words that waits for the next process. Throws `GATE_EXPIRED` where the first that waits is
 * another one: the next process takes the first.
 */
export const findSaved = async ({
  store,
  runId,
  offer,
}: Pick<AnswerRunOptions, 'store' | 'runId' | 'offer'>): Promise<string | undefined> => {
  if (offer.type !== 'answer') return undefined
  const { gateId, choice } = offer
  const { state } = foldRun(runId, await store.load(runId))
  for (const { id, value } of await store.pending(runId)) {
    const first = readAnswerTo(state, gateId, value)
    if (!first) continue
    if (isSameAnswer(first, offer)) return id
    const words = first.feedback === undefined ? '' : ` and the feedback ${JSON.stringify(first.feedback)}`
    throw new AmeliaError(
      'GATE_EXPIRED',
      `The gate "${gateId}" was answered with "${first.choice}"${words} before: the next resume applies that answer. "${choice}" changes nothing.`,
      { gateId },
    )
  }
  return undefined
}

/** A saved answer that the gate takes; undefined for everything else that was offered. */
const readAnswerTo = (
  state: RunState,
  gateId: string,
  value: unknown,
): Extract<RunOffer, { type: 'answer' }> | undefined => {
  try {
    const offer = readOffer(value, [])
    if (offer.type !== 'answer' || offer.gateId !== gateId) return undefined
    checkAnswer(state, gateId, offer.choice, offer.feedback)
    return offer
  } catch {
    return undefined
  }
}
