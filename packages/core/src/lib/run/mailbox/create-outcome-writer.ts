import type { RunLease } from '../../contract/run-store.ts'
import type { OfferOutcome } from './run-offer.ts'

/** Writes the outcomes of offers to the store. */
export interface OutcomeWriter {
  /** The outcome of an offer that is not in the store yet, also after a write that failed. */
  find(id: string): OfferOutcome | undefined
  /** The write of an outcome that has not ended. */
  underWay(id: string): Promise<void> | undefined
  /** Writes an outcome. Never rejects: an error is reported, and the next poll writes again. */
  write(id: string, outcome: OfferOutcome): Promise<void>
  /** Resolves when no write is under way. */
  settled(): Promise<unknown>
}

/** Creates the writer of a run's outcomes. */
export const createOutcomeWriter = (lease: RunLease, report: (error: unknown) => void): OutcomeWriter => {
  const unwritten = new Map<string, OfferOutcome>()
  const writing = new Map<string, Promise<void>>()
  const settle = async (id: string, outcome: OfferOutcome): Promise<void> => {
    try {
      await lease.settle(id, outcome)
      unwritten.delete(id)
    } catch (error) {
      report(error)
    } finally {
      writing.delete(id)
    }
  }
  return {
    find: (id) => unwritten.get(id),
    underWay: (id) => writing.get(id),
    write(id, outcome) {
      unwritten.set(id, outcome)
      const written = settle(id, outcome)
      writing.set(id, written)
      return written
    },
    settled: () => Promise.all(writing.values()),
  }
}
