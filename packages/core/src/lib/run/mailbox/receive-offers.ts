import { createOutcomeWriter } from './create-outcome-writer.ts'
import type { Clock } from '../../contract/clock.ts'
import type { Offer, RunLease } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunEvent, RunEventOf } from '../../event/run-event.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { refuseStop } from '../../machine/attempt/stop-phase.ts'
import { isWithoutAgent, noAgent } from '../../machine/progress/steer-phase.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { cleanText } from './clean-text.ts'
import type { GateAnswer } from './gate-question.ts'
import type { EventHub } from '../journal/event-hub.ts'
import { refuseEnded } from './refuse-ended.ts'
import { isWorkOffer, readWorkOffer, type WorkOffer } from './work-offer.ts'
import { isSameAnswer, type OfferOutcome, readOffer, refusalOf, type RunOffer } from './run-offer.ts'

export interface ReceiveOffersOptions {
  state: RunState
  hub: EventHub
  lease: RunLease
  clock: Clock
  secrets: readonly string[]
  /** Aborts when this process's part of the run ends. */
  signal: AbortSignal
  feed(input: InputDraft): void
  /** Resolves when the answer is in the journal. */
  answer(answer: GateAnswer): Promise<void>
  /** Resolves when the text is in the journal. */
  steer(text: { steerId: string; phaseId: string; text: string }): Promise<void>
  /** Takes a worker's message. Absent if the run has no workers. */
  work?(offer: WorkOffer): Promise<void>
  /** Receives errors of the store; the run continues. */
  onError(error: unknown): void
}

/** Receives the offers of other processes to a run that this process owns. */
export interface OfferReceiver {
  /** Applies the offers stored before the start in the same turn, then polls for more. */
  start(offers: readonly Offer[]): void
  /** Polls once and applies the offers found. Never rejects. */
  poll(): Promise<void>
  /**
   * Stops polling. `over`: the run cannot be resumed, so remaining offers are refused. `parked`: remaining
   * answers wait for the next process. `broken`: no outcome is written any more.
   */
  close(end: 'over' | 'parked' | 'broken'): Promise<void>
}

/** Milliseconds between polls. */
const everyMs = 250

/**
 * Applies offers of other processes and writes their outcomes.
 *
 * An outcome is written after the journal contains the offer's input. If the process dies before writing it,
 * the next process finds that the gate has the same answer and writes the outcome. A malformed offer is
 * refused and delays nothing.
 */
export const receiveOffers = (options: ReceiveOffersOptions): OfferReceiver => {
  const { state, hub, lease, clock, secrets, signal, feed, answer, steer, work, onError } = options
  const underWay = new Map<string, Promise<void>>()
  const answered = new Map<string, RunEventOf<'gate_resolved'>>()
  let last: Promise<void> = Promise.resolve()
  let failures = 0
  let isReported = false

  const report = (error: unknown): void => {
    failures++
    // A persistent error is reported once.
    if (!isReported) onError(error)
    isReported = true
  }

  const outcomes = createOutcomeWriter(lease, report)

  const receive = async (
    { id, value }: Offer,
    when: 'start' | 'now' | 'end',
  ): Promise<OfferOutcome | undefined> => {
    try {
      if (work && isWorkOffer(value)) return await applyWork(readWorkOffer(value))
      const offer = readOffer(value, [...state.gates.keys()])
      if (offer.type === 'answer') return await applyAnswer(offer)
      if (offer.type === 'steer') return await applyText(id, offer)
      if (when === 'start') throw refuseEnded(state.runId, 'start')
      stop(offer)
      return { ok: true }
    } catch (error) {
      return refusalOf(error)
    }
  }

  const applyWork = async (offer: WorkOffer): Promise<OfferOutcome | undefined> => {
    try {
      await work!(offer)
      return { ok: true }
    } catch (error) {
      // The run has ended here: the next process takes the message.
      if (AmeliaError.is(error, 'RUN_ENDED')) return undefined
      throw error
    }
  }

  /** The offer's id is the text's id, so a text is applied once, also if its outcome was not written. */
  const applyText = async (
    steerId: string,
    { phaseId, text }: Extract<RunOffer, { type: 'steer' }>,
  ): Promise<OfferOutcome | undefined> => {
    if (state.steered.has(steerId)) return { ok: true, repeated: true }
    try {
      await steer({ steerId, phaseId, text })
      return { ok: true }
    } catch (error) {
      // The run has ended here: the next process applies the offer.
      if (AmeliaError.is(error, 'RUN_ENDED')) return undefined
      if (AmeliaError.is(error, 'NOT_STEERED')) drop(steerId, { phaseId, text })
      throw error
    }
  }

  /**
   * Reports a text for a phase without an agent to the run's subscribers: whoever sent it may no longer wait
   * for the refusal.
   */
  const drop = (steerId: string, { phaseId, text }: { phaseId: string; text: string }): void => {
    const phase = state.phases.find(({ id }) => id === phaseId)
    if (!phase || !isWithoutAgent(state, phase)) return
    feed({ type: 'steer_requested', steerId, phaseId, text: cleanText(text, secrets) })
    feed({ type: 'steer_answered', steerId, outcome: 'dropped', reason: noAgent(phaseId) })
  }

  const stop = (offer: Extract<RunOffer, { type: 'cancel' | 'drain' }>): void => {
    if (offer.type === 'drain') return feed({ type: 'drain_requested' })
    const { phaseId, stepId } = offer
    if (phaseId === undefined) return feed({ type: 'cancel_requested' })
    const refused = refuseStop(state, { phaseId, stepId })
    if (refused) throw refused
    feed({ type: 'phase_cancel_requested', phaseId, ...(stepId === undefined ? {} : { stepId }) })
  }

  const applyAnswer = async (
    offer: Extract<RunOffer, { type: 'answer' }>,
  ): Promise<OfferOutcome | undefined> => {
    const { gateId, choice, amount, scope } = offer
    const feedback = offer.feedback === undefined ? undefined : redactSecrets(offer.feedback, secrets)
    while (underWay.has(gateId)) await underWay.get(gateId)
    const before = answered.get(gateId)
    if (before && isSameAnswer(before, { choice, feedback, amount, scope }))
      return { ok: true, repeated: true }
    const given = answer({
      ...{ gateId, choice },
      ...(feedback !== undefined && { feedback }),
      ...(amount && { amount }),
      ...(scope && { scope }),
    })
    underWay.set(
      gateId,
      given.catch(() => {}).finally(() => underWay.delete(gateId)),
    )
    try {
      await given
      return { ok: true }
    } catch (error) {
      // A caller in this process is answering the gate, or the run has ended here: retry the offer later.
      if (AmeliaError.is(error, 'RUN_ENDED')) return undefined
      if (AmeliaError.is(error, 'GATE_EXPIRED') && !state.answered.has(gateId)) return undefined
      throw error
    }
  }

  /**
   * Applies an offer. A worker's message is in the journal then, so the next messages need not wait until its
   * outcome is written.
   */
  const take = async (offer: Offer, when: 'start' | 'now' | 'end'): Promise<void> => {
    const { id } = offer
    try {
      const writing = outcomes.underWay(id)
      if (writing) return when === 'now' ? undefined : await writing
      const received = outcomes.find(id) ?? (await receive(offer, when))
      const outcome = received ?? (when === 'end' ? refusalOf(refuseEnded(state.runId, 'end')) : undefined)
      if (outcome === undefined) return
      const written = outcomes.write(id, outcome)
      if (when !== 'now' || !isWorkOffer(offer.value)) await written
    } catch (error) {
      report(error)
    }
  }

  /**
   * Polls run one after another, each after all offers of the previous one were handled, so no offer is
   * applied twice.
   */
  const pollOnce = async (when: 'now' | 'end'): Promise<void> => {
    const before = failures
    try {
      const offers = await lease.offers()
      await Promise.all(offers.map((offer) => take(offer, when)))
      isReported &&= failures > before
    } catch (error) {
      report(error)
    }
  }

  const poll = (): Promise<void> => (last = last.then(() => (signal.aborted ? undefined : pollOnce('now'))))

  let isAsked = false
  /** Polls as soon as the store tells of an offer. Offers that arrive until then are part of that poll. */
  const pollSoon = (): void => {
    if (isAsked) return
    isAsked = true
    last = last.then(() => {
      isAsked = false
      return signal.aborted ? undefined : pollOnce('now')
    })
  }

  const keepPolling = async (): Promise<void> => {
    while (!signal.aborted) {
      await clock.wait(everyMs, signal, 'poll')
      await poll()
    }
  }

  return {
    poll,
    start(offers) {
      const note = (event: RunEvent): void => {
        if (event.type === 'gate_resolved') answered.set(event.gateId, event)
      }
      // First the answers that earlier processes applied, then those applied here.
      hub.subscribe(0, note)()
      hub.on('gate_resolved', note)
      last = Promise.all(offers.map((offer) => take(offer, 'start'))).then(() => {})
      const stopListening = lease.onOffer?.(pollSoon)
      if (stopListening) signal.addEventListener('abort', stopListening, { once: true })
      keepPolling().catch((error: unknown) => {
        if (!signal.aborted) report(error)
      })
    },
    async close(end) {
      await last
      await outcomes.settled()
      if (end === 'over') await pollOnce('end')
    },
  }
}
