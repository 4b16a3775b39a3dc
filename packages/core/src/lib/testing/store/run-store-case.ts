import type { JournalRecord, RunLease, RunStoreV1 } from '../../contract/run-store.ts'

/** A store to try, on a medium of its own, with what can go wrong on it. */
export interface RunStoreSubject {
  store: RunStoreV1
  close(): Promise<void>
}

/** Faults of a medium. */
export interface RunStoreFaults {
  /** Makes the holder of a lease look dead, as after a crash. */
  abandon?(subject: RunStoreSubject, lease: RunLease): Promise<void>
  /** Leaves half a record at the journal's end. */
  tear?(subject: RunStoreSubject, runId: string): Promise<void>
  /** Changes a byte of one line, counted from 1. */
  damage?(subject: RunStoreSubject, runId: string, line: number): Promise<void>
  /** A second store object on the same medium. */
  reopen?(subject: RunStoreSubject): RunStoreV1
  /** Keeps an offer of this id that no store would have written. */
  spoil?(subject: RunStoreSubject, runId: string, offerId: string): Promise<void>
}

/**
 * What a case is given: the store, and the faults as they are done to it. One that is absent gives nothing.
 */
export interface RunStoreCase {
  store: RunStoreV1
  abandon(lease: RunLease): Promise<void>
  tear(runId: string): Promise<void>
  damage(runId: string, line: number): Promise<void>
  reopen(): RunStoreV1
  spoil(runId: string, offerId: string): Promise<void>
}

/** A case, and the faults that it needs. */
export interface RunStoreCaseBody {
  name: string
  needs?: (keyof RunStoreFaults)[]
  body(subject: RunStoreCase): Promise<void>
}

/** Records of these numbers. */
export const records = (from: number, to: number): JournalRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, value: { n: from + index } }))
