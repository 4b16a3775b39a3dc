import type { DispatchedWork } from '../../../contract/dispatcher.ts'
import type { Replicas } from './replica-states.ts'
import type { RunAdapters } from '../../settings/option/run-adapters.ts'

/** Options of `performDispatch`. */
export interface PerformDispatchOptions
  extends Omit<RunAdapters, 'dispatcher' | 'onGate' | 'attended' | 'whenWaiting' | 'retryRule'> {
  /** The work, as the dispatcher received it. */
  work: DispatchedWork
  /** The name of this worker's claim: letters, digits and hyphens, at most 64. No other worker may use it. */
  claim: string
  /** Throws if the worker may have been declared dead. Awaited before anything outside is changed. */
  check(): Promise<void>
  /**
   * Ends the work early when it aborts: its session is interrupted, what it has done is committed, and the
   * phase continues in another dispatch.
   */
  signal?: AbortSignal | undefined
  /**
   * The states of runs that this worker knows, from `createReplicas`. Default: the journal is read from its
   * first record.
   */
  replicas?: Replicas | undefined
}

/** The result of `performDispatch`. */
export interface PerformedDispatch {
  /**
   * `finished`: the dispatch has ended, and its workspace is closed. `superseded`: it had ended before this
   * claim could begin, or belongs to another claim.
   */
  outcome: 'finished' | 'superseded'
}
