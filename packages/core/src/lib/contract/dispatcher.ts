import type { Phase } from '../plan/model/phase.ts'

/** A dispatch of a phase: one stay among the active phases, which one worker performs. */
export interface DispatchedWork {
  /** The run's id. */
  runId: string
  /** The phase's id. */
  phaseId: string
  /** The attempt that the dispatch begins or continues, from 1. */
  attempt: number
  /** Counts the dispatches of the phase, from 1. A lost dispatch is followed by another one. */
  dispatch: number
}

/** Facts that decide where and when a dispatch is performed. */
export interface DispatchRequest {
  /** Lower numbers come first, from 1: phases with the longest remaining path. */
  priority: number
  /** The phase, as the plan describes it. */
  phase: Phase
}

/**
 * Hands the work on phases to workers, which perform it with `performDispatch`. The run itself keeps the
 * decisions, the merges and the references.
 */
export interface DispatcherV1 {
  /** The version of the contract. */
  contract: 'dispatcher-v1'
  /**
   * Resolves when the work is stored for the workers. Called again for work that has not ended: the same work
   * is not stored twice, but if its worker is lost, or has ended without a result, that is reported again.
   *
   * Work that is lost is reported by a command of type `work_lost`. An error ends the run's process; the run
   * can be resumed.
   */
  dispatch(work: DispatchedWork, request: DispatchRequest): Promise<void>
  /**
   * Takes back work that the run no longer needs. Workers that perform it read that in the journal. A second
   * call does nothing, and so does one for unknown work.
   */
  cancel(work: DispatchedWork): Promise<void>
}
