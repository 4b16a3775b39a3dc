import type { FailureClass } from '../../contract/failure-class.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Meta } from '../../plan/field/meta.ts'
import type { Phase } from '../../plan/model/phase.ts'

/** Every decision of a {@link RetryRule}. */
export const retryDecisions = ['retry', 'fail', 'ask'] as const

/** Another attempt, the end of the phase, or a question to a person. */
export type RetryDecision = (typeof retryDecisions)[number]

/** The history of a phase when its attempt failed. */
export interface RetryHistory {
  /** The run. */
  runId: string
  /** The data that the plan and the caller gave the run. Absent without any. */
  meta?: Meta
  /** The phase, as planned. */
  phase: Phase
  /** The number of the failed attempt. */
  attempt: number
  /** Earlier failures of the phase, oldest first. */
  earlier: readonly Failure[]
  /** Attempts used up since a person last started the phase, this one included. */
  tries: number
}

/**
 * Decides about a failed attempt, instead of the number of attempts in `retry`.
 *
 * It is asked where another attempt may help: after a failed session, one that hung again or could not be
 * continued, a report that cannot be read, failed checks and commit hooks, a rejecting review, and work that
 * does not merge with the run's head. It is synchronous. An error, or another result than a `RetryDecision`,
 * is reported, and `retry` decides. From the 25th failure of a phase on, `retry` asks a person.
 */
export type RetryRule = (failure: Failure, history: RetryHistory) => RetryDecision

/** An input that may carry the decision of the caller's rule. */
export interface Decided {
  /** Set if the input reports a failure that the rule has decided about. */
  retry?: RetryDecision
}

/** Whether a rule may decide about a failure of this class. */
export const isRetryable = ({ class: failureClass }: Failure): boolean => retryable.has(failureClass)

const retryable = new Set<FailureClass>([
  'agent_failed',
  'report_invalid',
  'verification_failed',
  'review_rejected',
  'merge_conflict',
  'hung',
  'session_lost',
])
