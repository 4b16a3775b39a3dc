import type { Clock } from '../../contract/clock.ts'
import type { Offer, RunLease } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunEvent, RunEventOf } from '../../event/run-event.ts'
import { checkAnswer } from '../../machine/whole/answer-gate.ts'
import type { GateChoice } from '../../event/gate.ts'
import type { InputDraft } from '../../machine/state/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { whyNotStopped } from '../../machine/attempt/stop-phase.ts'
import { redactSecrets } from '../../text/find-secret.ts'
import type { EventHub } from '../loop/event-hub.ts'
import { isSameAnswer, type OfferOutcome, readOffer, refusalOf, type RunOffer } from './offer.ts'

export interface HearOffersOptions {
  state: RunState
  hub: EventHub
  lease: RunLease
  clock: Clock
  secrets: readonly string[]
  /** Aborts when this process's part of the run is over. */
  signal: AbortSignal
  feed(input: InputDraft): void
  /** Resolves when the answer is in the journal. */
  answer(gateId: string, choice: GateChoice, feedback?: string): Promise<void>
  /** Hears what the store refuses; the run goes on all the same. */
  onError(error: unknown): void
}

/** What others offer to a run that this process has. */
export interface OfferHearing {
  /** Takes what was offered before the run went on here, in the same turn; from then on listens. */
  begin(offers: readonly Offer[]): void
  /** Takes what is offered now. Never rejects. */
  look(): Promise<void>
  /**
   * Ends. `over`: nobody takes the run up again, so what is left is refused. `parted`: answers that are left wait for the
   * next process. `broken`: nothing is said any more.
   */
  close(end: 'over' | 'parted' | 'broken'): Promise<void>
}

/** How often the store is asked, in milliseconds. */
const everyMs = 250

/**
 * Hears what other processes offer to a run, and says what became of it.
 *
 * An offer is settled after what it asks for is in the journal. When the process dies in between, the next one finds the
 * gate answered in the same words and says so. What is malformed is refused and holds up nothing.
 */
export const hearOffers = (options: HearOffersOptions): OfferHearing => {
  const { state, hub, lease, clock, secrets, signal, feed, answer, onError } = options
  const underWay = new Map<string, Promise<void>>()
  const answered = new Map<string, RunEventOf<'gate_resolved'>>()
  /** What became of offers that the store has not yet taken the outcome of. */
  const unsaid = new Map<string, OfferOutcome>()
  let last: Promise<void> = Promise.resolve()
  let failures = 0
  let isTold = false

  const say = (error: unknown): void => {
    failures++
    // One that lasts is told once.
    if (!isTold) onError(error)
    isTold = true
  }

  const hear = async (value: unknown, when: 'start' | 'now' | 'end'): Promise<OfferOutcome | undefined> => {
    try {
      const offer = readOffer(value, [...state.gates.keys()])
      if (offer.type === 'answer') return await hearAnswer(offer)
      if (when === 'start') throw stale(state.runId)
      stop(offer)
      return { ok: true }
    } catch (error) {
      return refusalOf(error)
    }
  }

  const stop = (offer: Extract<RunOffer, { type: 'cancel' | 'drain' }>): void => {
    if (offer.type === 'drain') return feed({ type: 'drain_requested' })
    const { phaseId, stepId } = offer
    if (phaseId === undefined) return feed({ type: 'cancel_requested' })
    const why = whyNotStopped(state, phaseId, stepId)
    if (why !== undefined) throw new AmeliaError('NOT_CANCELLED', why, { phaseId })
    feed({ type: 'phase_cancel_requested', phaseId, ...(stepId === undefined ? {} : { stepId }) })
  }

  const hearAnswer = async (
    offer: Extract<RunOffer, { type: 'answer' }>,
  ): Promise<OfferOutcome | undefined> => {
    const { gateId, choice } = offer
    const feedback = offer.feedback === undefined ? undefined : redactSecrets(offer.feedback, secrets)
    while (underWay.has(gateId)) await underWay.get(gateId)
    const before = answered.get(gateId)
    if (before && isSameAnswer(before, { choice, feedback })) return { ok: true, repeated: true }
    checkAnswer(state, gateId, choice, feedback)
    const given = answer(gateId, choice, feedback)
    underWay.set(
      gateId,
      given.catch(() => {}).finally(() => underWay.delete(gateId)),
    )
    try {
      await given
      return { ok: true }
    } catch (error) {
      // Somebody here is answering it just now, or the run has ended here: the offer is looked at again.
      if (AmeliaError.is(error, 'RUN_ENDED')) return undefined
      if (AmeliaError.is(error, 'GATE_EXPIRED') && !state.answered.has(gateId)) return undefined
      throw error
    }
  }

  const take = async ({ id, value }: Offer, when: 'start' | 'now' | 'end'): Promise<void> => {
    try {
      const heard = unsaid.get(id) ?? (await hear(value, when))
      const outcome = heard ?? (when === 'end' ? refusalOf(ended(state.runId)) : undefined)
      if (outcome === undefined) return
      unsaid.set(id, outcome)
      await lease.settle(id, outcome)
      unsaid.delete(id)
    } catch (error) {
      say(error)
    }
  }

  /** One look comes after the other, each when all of the one before are settled: none is taken twice. */
  const lookOnce = async (when: 'now' | 'end'): Promise<void> => {
    const before = failures
    try {
      const offers = await lease.offers()
      await Promise.all(offers.map((offer) => take(offer, when)))
      isTold &&= failures > before
    } catch (error) {
      say(error)
    }
  }

  const look = (): Promise<void> => {
    last = last.then(() => (signal.aborted ? undefined : lookOnce('now')))
    return last
  }

  const listen = async (): Promise<void> => {
    while (!signal.aborted) {
      await clock.wait(everyMs, signal)
      await look()
    }
  }

  return {
    look,
    begin(offers) {
      const note = (event: RunEvent): void => {
        if (event.type === 'gate_resolved') answered.set(event.gateId, event)
      }
      // What earlier processes heard, then what is heard here.
      hub.subscribe(0, note)()
      hub.on('gate_resolved', note)
      last = Promise.all(offers.map((offer) => take(offer, 'start'))).then(() => {})
      listen().catch((error: unknown) => {
        if (!signal.aborted) say(error)
      })
    },
    async close(end) {
      await last
      if (end === 'over') await lookOnce('end')
    },
  }
}

const ended = (runId: string): AmeliaError =>
  new AmeliaError('RUN_ENDED', `Run ${runId} has ended: it takes no more answers.`, { runId })

const stale = (runId: string): AmeliaError =>
  new AmeliaError('RUN_ENDED', `The process of run ${runId} that this was for has ended.`, { runId })
