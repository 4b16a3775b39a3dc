import type { RunLease } from '../../contract/run-store.ts'
import type { SendOutcome } from './control-command.ts'

/** Writes the outcomes of commands to the store. */
export interface OutcomeWriter {
  /** The outcome of a command that is not in the store yet, also after a write that failed. */
  find(id: string): SendOutcome | undefined
  /** The write of an outcome that has not ended. */
  underWay(id: string): Promise<void> | undefined
  /** Writes an outcome. Never rejects: an error is reported, and the next poll writes again. */
  write(id: string, outcome: SendOutcome): Promise<void>
  /** Resolves when no write is under way. */
  flush(): Promise<unknown>
}

/** Creates the writer of a run's outcomes. */
export const createOutcomeWriter = (lease: RunLease, report: (error: unknown) => void): OutcomeWriter => {
  const unwritten = new Map<string, SendOutcome>()
  const writing = new Map<string, Promise<void>>()
  const acknowledge = async (id: string, outcome: SendOutcome): Promise<void> => {
    try {
      await lease.acknowledge(id, outcome)
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
      const written = acknowledge(id, outcome)
      writing.set(id, written)
      return written
    },
    flush: () => Promise.all(writing.values()),
  }
}
