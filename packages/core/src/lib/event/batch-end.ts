/** The end of a batch: its phases by their status. */
export interface BatchEnd {
  /** The number of the batch, from 1. */
  batch: number
  /** Ids of its phases, in plan order. */
  phases: string[]
  /** How many of its phases have each status. */
  counts: Record<'completed' | 'external' | 'skipped' | 'failed' | 'blocked', number>
}

/** The events of batches, by name. */
export interface BatchEventMap {
  /**
   * The first phase of a batch starts. `phases` leaves out those that are not run. Batches count from 1. They
   * are a view: phases of several may run at once. A batch starts again after a person reopened one of its
   * phases, or after an edited plan gave it other phases.
   */
  batch_started: { batch: number; of: number; phases: string[] }
  /** Every phase of a batch is terminal, and none has failed or is blocked. */
  batch_completed: BatchEnd
  /** Every phase of a batch is terminal, and one has failed or is blocked. */
  batch_failed: BatchEnd
}
