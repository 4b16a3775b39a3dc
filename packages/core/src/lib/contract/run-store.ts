/** One line of a journal. `seq` counts from 1 without gaps. */
export interface JournalRecord {
  seq: number
  /** A serialisable value; the store does not look inside. */
  value: unknown
}

export interface RunSummary {
  runId: string
  /** Milliseconds since 1970 of the last write. */
  updatedAt: number
  /** Whether a living process holds it. */
  held: boolean
}

/** The right to write one run. There is one holder at a time. */
export interface RunLease {
  runId: string
  /** Resolves when the records are safe on the medium, in order. Throws `LEASE_LOST` when the run has another holder. */
  append(records: JournalRecord[]): Promise<void>
  /** Gives the run free. Calling it twice is nothing. */
  release(): Promise<void>
}

/** Keeps the journals of runs. Reading needs no lease. */
export interface RunStoreV1 {
  contract: 'run-store-v1'
  /** Takes the run, new or old. Throws `RUN_HELD` when a living process has it. */
  acquire(runId: string): Promise<RunLease>
  /** All whole records, in order. A torn tail is left out. Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`. */
  load(runId: string): Promise<JournalRecord[]>
  /** Newest first. */
  list(): Promise<RunSummary[]>
}
