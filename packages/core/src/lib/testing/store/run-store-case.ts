import type { JournalRecord, RunLease, RunStoreV1 } from '../../contract/run-store.ts'

/** A store under test on a separate medium, with hooks for faults. */
export interface RunStoreSubject {
  /** The store under test. */
  store: RunStoreV1
  /** Deletes the medium. Called after each case. */
  close(): void | Promise<void>
}

/** Hooks for faults of a medium. */
export interface RunStoreFaults<Subject extends RunStoreSubject = RunStoreSubject> {
  /** Makes the owner of a lease look dead, as after a crash. */
  abandon?(subject: Subject, lease: RunLease): void | Promise<void>
  /** Leaves half a record at the end of the journal. */
  tear?(subject: Subject, runId: string): void | Promise<void>
  /** Changes a byte of one line, counted from 1. */
  damage?(subject: Subject, runId: string, line: number): void | Promise<void>
  /** Returns a second store on the same medium. */
  reopen?(subject: Subject): RunStoreV1 | Promise<RunStoreV1>
  /** Writes an unreadable command with this id. */
  spoil?(subject: Subject, runId: string, commandId: string): void | Promise<void>
}

/**
 * The store of a case, with its hooks. A missing hook does nothing.
 */
export interface RunStoreCase {
  store: RunStoreV1
  abandon(lease: RunLease): Promise<void>
  tear(runId: string): Promise<void>
  damage(runId: string, line: number): Promise<void>
  reopen(): Promise<RunStoreV1>
  spoil(runId: string, commandId: string): Promise<void>
}

/** A case, and the hooks that it needs. */
export interface RunStoreCaseBody {
  name: string
  needs?: (keyof RunStoreFaults)[]
  body(subject: RunStoreCase): Promise<void>
}

/** Returns records with these numbers. */
export const records = (from: number, to: number): JournalRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, value: { n: from + index } }))
