/** One line of a journal. `seq` counts from 1 without gaps. */
export interface JournalRecord {
  /** The number of the record, from 1 without gaps. */
  seq: number
  /** A serialisable value; the store does not look inside. */
  value: unknown
}

/** A stored run, without its contents. */
export interface RunSummary {
  /** The run's id. */
  runId: string
  /** Milliseconds since 1970 of the last write. */
  updatedAt: number
  /** Whether a living process has locked it. */
  locked: boolean
}

/** The lock of a run, which its {@link RunLease} takes. */
export interface RunLock {
  /** Whether a living process has the run. A dead one has it until its lease expires. */
  locked: boolean
}

/** A command to the process that holds the lease from one that does not: an answer to a gate, for example. */
export interface SentCommand {
  /** Letters, digits and hyphens; ids sort in the order in which the commands were sent. */
  id: string
  /** As it was sent; undefined where it cannot be read. Anybody may have written it. */
  value: unknown
}

/** The right to write one run. There is one holder at a time. */
export interface RunLease {
  /** The id of the run that the lease covers. */
  runId: string
  /**
   * Names this lock of the run: no other one has the same name. Letters, digits, `_` and `-`, 64 at most;
   * part of the paths of workspaces.
   */
  token: string
  /**
   * Set if no earlier holder of the run can be at work: the last one released the run, or it was a process of
   * this machine since its last start, and has ended. Absent where that is unknown.
   */
  alone?: true
  /**
   * Throws `LEASE_LOST` when the run has another holder or was released. Asked before anything outside of
   * this process is changed.
   */
  check(): Promise<void>
  /**
   * Resolves when the records are safe on the medium, in order. Throws `LEASE_LOST` when the run has another
   * holder.
   */
  append(records: JournalRecord[]): Promise<void>
  /**
   * The commands that are not acknowledged, oldest first; the oldest of them alone where there are many. One
   * that cannot be read is given all the same.
   */
  sent(): Promise<SentCommand[]>
  /**
   * Calls `tell` when there may be a new command, until the returned function is called. A call may be
   * missing, so the holder also asks for commands from time to time. Absent where a store cannot do it.
   */
  onSent?(tell: () => void): () => void
  /**
   * Says what became of a command: it is given no more. The first outcome stays.
   *
   * `outcome` is a serialisable value; the store does not look inside. Throws `LEASE_LOST` as {@link append}
   * does.
   */
  acknowledge(commandId: string, outcome: unknown): Promise<void>
  /**
   * Keeps a text beside the journal, for people: the output of a command, a report. A text of the same name
   * is replaced.
   *
   * `name`: letters, digits, `.`, `_` and `-`, in folders separated by `/`. Returns where people find the
   * text: a path, or the store's own key. The text is not synced: losing it in a power failure loses no
   * decision. Throws `LEASE_LOST` as {@link append} does, `OPTION_INVALID` for another name; a failure
   * changes nothing about the lease.
   */
  keep(name: string, text: string): Promise<string>
  /**
   * Deletes a text that {@link keep} has stored; has no effect if there is none. Throws as {@link keep} does.
   * Absent where a store cannot do it.
   */
  discard?(name: string): Promise<void>
  /**
   * Deletes the run with all that is stored for it, and releases it: the store then knows no run of this id.
   * Throws `LEASE_LOST` as {@link append} does. Absent where a store cannot do it.
   */
  remove?(): Promise<void>
  /** Gives the run free. Calling it twice is nothing. */
  release(): Promise<void>
}

/** The outcome of reading a damaged journal. */
export interface RunRepair {
  /** How many records there are now: those before the damage. */
  kept: number
  /** How many lines could not be kept, the damaged one with them; 0 where nothing was damaged. */
  lost: number
  /** Where the damaged journal is kept; null where nothing was damaged. */
  movedTo: string | null
}

/** Keeps the journals of runs, and what is sent to them. Reading and sending need no lease. */
export interface RunStoreV1 {
  /** The version of the contract. */
  contract: 'run-store-v1'
  /**
   * Takes the run, new or old. Throws `RUN_LOCKED` when a living process has it; the message names the
   * holder.
   */
  acquire(runId: string): Promise<RunLease>
  /** All whole records, in order. A torn tail is left out. Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`. */
  load(runId: string): Promise<JournalRecord[]>
  /** Newest first. */
  list(): Promise<RunSummary[]>
  /**
   * Reads the lock of a run, as {@link list} does for all. A run that is not stored is not locked. Throws
   * `OPTION_INVALID` for an invalid id. Watchers call it about once per second.
   */
  lockOf(runId: string): Promise<RunLock>
  /**
   * Keeps a serialisable value for the holder of the run's lease, now or later, and gives its id once it is
   * safe.
   *
   * Throws `RUN_NOT_FOUND`; `OPTION_INVALID` for a value that is larger than the store takes.
   */
  send(runId: string, value: unknown): Promise<string>
  /** The commands that are not acknowledged, as {@link RunLease.sent} gives them. Throws `RUN_NOT_FOUND`. */
  pending(runId: string): Promise<SentCommand[]>
  /**
   * Reads the holder's reply to a command; undefined until there is one, and for an unknown command. Throws
   * `RUN_NOT_FOUND`.
   */
  outcome(runId: string, commandId: string): Promise<unknown>
  /**
   * The text that {@link RunLease.keep} kept under this name; undefined where there is none. Throws
   * `RUN_NOT_FOUND`.
   */
  kept(runId: string, name: string): Promise<string | undefined>
  /**
   * Keeps a text as {@link RunLease.keep} does, for a process without the lease that works for the holder.
   * Throws `RUN_NOT_FOUND`, and `OPTION_INVALID` for an invalid name. Absent where a store cannot do it.
   */
  keep?(runId: string, name: string, text: string): Promise<string>
  /**
   * Lets a run whose journal is damaged go on from the records before the damage. Nothing is lost: the
   * damaged journal is kept.
   *
   * Only when a person asks for it: what the records that are left out told is gone for the run. Throws
   * `RUN_NOT_FOUND`; `RUN_LOCKED`; `RUN_DAMAGED` when not one record is left, and nothing is changed then.
   * Absent where a store cannot do it.
   */
  repair?(runId: string): Promise<RunRepair>
  /**
   * Follows the journal of a run while any process writes it. Yields its records from the first on, in order
   * and each once, and only records that every later {@link load} returns. Those that are stored already come
   * together: a run that ended and was resumed has not ended.
   *
   * Waits for a run that is not stored yet, and after the last record for the next. Ends when the signal
   * aborts. The consumer may end it at any time. Throws `RUN_DAMAGED`, and `OPTION_INVALID` for an invalid
   * id. If absent, the run is polled with {@link load}.
   *
   * With `after`, the number of the last record that the caller knows, records up to it may be left out.
   */
  follow?(runId: string, signal: AbortSignal, after?: number): AsyncIterable<JournalRecord[]>
  /**
   * Sends a serialisable value to those who {@link tail} the run now. It is not stored and may be lost.
   * Absent where a store cannot do it.
   */
  publish?(runId: string, value: unknown): Promise<void>
  /**
   * Yields the values that {@link publish} sends from the call on, in order; some may be missing. Waits like
   * {@link follow} and ends when the signal aborts. Absent exactly where `publish` is.
   */
  tail?(runId: string, signal: AbortSignal): AsyncIterable<unknown>
}
