import type { Clock } from '../../contract/clock.ts'
import type { RunStoreV1 } from '../../contract/run-store.ts'
import type { RunOffer } from '../offer/offer.ts'
import { loadEngine } from './load-engine.ts'

export interface AnswerRunOptions {
  store: RunStoreV1
  runId: string
  offer: RunOffer
  /** What waiting is measured with. Without one nothing is waited for. */
  clock?: Clock
  /** How long to wait for the process that has the run, in milliseconds. Default: 10,000. */
  waitMs?: number
}

/** What became of an offer. */
export interface OfferResult {
  /** Its id in the store; absent where nothing had to be offered. */
  id?: string
  /**
   * `taken`: it is in the run's journal. `repeated`: the gate was answered in these very words before, and nothing was changed.
   * `kept`: it waits; an answer also for the process that takes the run up next.
   */
  outcome: 'taken' | 'repeated' | 'kept'
  /** Whether a living process has the run. */
  held: boolean
}

/**
 * Offers something to a run that another process may have.
 *
 * What cannot be is refused at once, by the run's journal, and not offered. An answer to a run that nobody has is kept, and is
 * the first thing that the next process takes; to cancel or drain is for a process that has the run now.
 *
 * Throws `OFFER_INVALID`, `GATE_UNKNOWN`, `GATE_EXPIRED`, `GATE_CHOICE`, `NOT_CANCELLED`, `RUN_ENDED`, `RUN_NOT_FOUND`,
 * `RUN_DAMAGED` and `RUN_VERSION`; the first of two answers wins, so any of them may also come after the wait. Of answers that
 * wait for the next process the first wins too: another one is `GATE_EXPIRED`, the same again changes nothing.
 */
export const answerRun = async (options: AnswerRunOptions): Promise<OfferResult> => {
  const { makeOffer } = await loadEngine()
  return makeOffer(options)
}
