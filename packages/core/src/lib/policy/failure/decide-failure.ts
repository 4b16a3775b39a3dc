import type { BlockerType } from '../../event/blocker-type.ts'
import type { Failure } from '../../contract/failure.ts'
import { failureKey } from './failure-key.ts'
import { isRetryable, type RetryDecision } from './retry-rule.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** The response to a failed attempt. */
export type FailureDecision =
  /** Another attempt; this one counts. */
  | { action: 'retry' }
  /** Another round of the same attempt. */
  | { action: 'round' }
  /** Another attempt with a shorter prompt; this one does not count. */
  | { action: 'shorten' }
  /** Another attempt after a delay; this one does not count. */
  | { action: 'wait' }
  /** Another attempt once the provider accepts sessions; this one does not count. */
  | { action: 'pause' }
  /** The attempt continues at once. */
  | { action: 'continue' }
  /** The attempt continues at once with the next agent of the list. */
  | { action: 'pass-on' }
  | { action: 'fail' }
  | { action: 'block'; blocker: BlockerType }

export interface FailureHistory {
  failure: Failure
  /** The last failure of this kind since a person started the phase: of an attempt, or of such a round. */
  last?: Failure
  /** Attempts used up, this one included. */
  tries: number
  /**
   * Set if another round of the attempt may follow: the rounds of this kind so far, this one included, and
   * their limit.
   */
  rounds?: { used: number; limit: number }
  /** Whether a person can answer a question. */
  isAttended: boolean
  retry: Pick<RetryPolicy, 'maxAttempts' | 'onExhausted'>
  /** Whether the limit of waits for the failure's class is not reached. */
  mayWait: boolean
  /** Whether the unit may continue at once: after its first idle timeout, or without the lost session. */
  mayContinue: boolean
  /** Whether an agent of the list has not refused the work. */
  mayPassOn: boolean
  /** Whether the phase has had a shorter prompt already. */
  shortened: boolean
  /** The decision of the caller's rule. */
  given?: RetryDecision
}

/**
 * Chooses the response to a failed attempt by its class.
 *
 * Temporary failures are waited out and use no attempt, until the waits are used up. A missing tool, login or
 * permission does not improve with another attempt, so a person is asked at once. Work that a model refuses
 * goes to the next agent of the list, else to a person: the same prompt gets the same answer. Work that was
 * not found wrong by a check gets another round, which uses no attempt; without rounds left a person is
 * asked, or the phase fails if nobody can answer. While attempts or rounds are left, the same failure twice
 * in a row also asks a person.
 */
export const decideFailure = (history: FailureHistory): FailureDecision => {
  const { failure, mayWait, mayContinue, mayPassOn, shortened } = history
  switch (failure.class) {
    case 'transient':
    case 'interrupted':
      return mayWait ? { action: 'wait' } : { action: 'block', blocker: 'environment' }
    case 'rate_limited':
      return mayWait ? { action: 'pause' } : { action: 'block', blocker: 'environment' }
    case 'session_lost':
    case 'hung':
      return mayContinue ? { action: 'continue' } : decideAttempt(history)
    case 'context_overflow':
      return shortened ? { action: 'block', blocker: 'context_overflow' } : { action: 'shorten' }
    case 'refused':
      return mayPassOn ? { action: 'pass-on' } : { action: 'block', blocker: 'refused' }
    case 'environment':
    case 'auth':
    case 'permission':
    case 'budget_exceeded':
      return { action: 'block', blocker: failure.class }
    case 'cancelled':
      return { action: 'block', blocker: 'user_cancelled' }
    case 'agent_failed':
    case 'verification_failed':
    case 'review_rejected':
    case 'report_invalid':
    case 'merge_conflict':
      return decideAttempt(history)
  }
}

const decideAttempt = (history: FailureHistory): FailureDecision => {
  const { failure, last, tries, rounds, retry, given, isAttended } = history
  const again = { action: rounds ? 'round' : 'retry' } as const
  const question = { action: 'block', blocker: blockerOf(failure) } as const
  if (given && isRetryable(failure))
    return given === 'ask' ? question : given === 'retry' ? again : { action: 'fail' }
  // Work that no check found wrong is kept while a person can decide about it.
  const asks =
    retry.onExhausted === 'ask' || (isAttended && (retry.onExhausted === 'attended' || rounds !== undefined))
  if (rounds ? rounds.used >= rounds.limit : tries >= retry.maxAttempts)
    return asks ? question : { action: 'fail' }
  const repeated = last !== undefined && failureKey(last) === failureKey(failure)
  return repeated ? { action: 'block', blocker: 'repeated_failure' } : again
}

/**
 * Chooses the blocker for a phase without attempts left (seed: intelligent-execution, Blocker Detection &
 * Handling).
 */
const blockerOf = ({ class: failureClass, action }: Failure): BlockerType => {
  if (failureClass === 'merge_conflict' || failureClass === 'review_rejected') return failureClass
  if (failureClass !== 'verification_failed') return 'attempts_exhausted'
  return action === 'command' || action === 'function' ? 'command_failed' : 'validation_failed'
}
