import type { BlockerType } from '../../event/blocker-type.ts'
import type { Failure } from '../../contract/failure.ts'
import { isRetryable, type RetryDecision } from './retry-rule.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** The response to a failed attempt. */
export type FailureDecision =
  /** Another attempt; this one counts. */
  | { action: 'retry' }
  /** Another attempt with a shorter prompt; this one does not count. */
  | { action: 'shorten' }
  /** Another attempt after a delay; this one does not count. */
  | { action: 'wait' }
  /** Another attempt once the provider accepts sessions; this one does not count. */
  | { action: 'pause' }
  /** The attempt continues at once. */
  | { action: 'continue' }
  | { action: 'fail' }
  | { action: 'block'; blocker: BlockerType }

export interface FailureHistory {
  failure: Failure
  /** Failures of this phase before this one, oldest first, since it was last started by a person. */
  earlier: readonly Failure[]
  /** Attempts used up, this one included. */
  tries: number
  /** For a rejection: reviews of this phase since a person last started it, this one included. */
  reviewRounds?: number
  retry: Pick<RetryPolicy, 'maxAttempts' | 'maxReviewRounds' | 'onExhausted'>
  /** Whether the limit of waits for the failure's class is not reached. */
  mayWait: boolean
  /** Whether the unit may continue at once: after its first idle timeout, or without the lost session. */
  mayContinue: boolean
  /** Whether the phase has had a shorter prompt already. */
  shortened: boolean
  /** The decision of the caller's rule. */
  given?: RetryDecision
}

/** Identifies a failure independent of digits, paths and times, so that a repetition has the same key. */
export const failureKey = (failure: Failure): string =>
  [
    failure.class,
    failure.command ?? '',
    String(failure.exitCode ?? ''),
    steady(failure.message),
    steady(failure.output ?? ''),
  ].join('\n')

/** Without digits and without words that hold a slash. One pass over the characters. */
const steady = (text: string): string =>
  text
    .split(/\s/)
    .filter((word) => !word.includes('/') && !word.includes('\\'))
    .join(' ')
    .replace(/\d/g, '')

/**
 * Chooses the response to a failed attempt by its class.
 *
 * Temporary failures are waited out and use no attempt, until the waits are used up. A missing tool, login or
 * permission does not improve with another attempt, so a person is asked at once. While attempts are left,
 * the same failure twice in a row also asks a person.
 */
export const decideFailure = (history: FailureHistory): FailureDecision => {
  const { failure, mayWait, mayContinue, shortened } = history
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
  const { failure, earlier, tries, reviewRounds, retry, given } = history
  if (given && isRetryable(failure))
    return given === 'ask' ? { action: 'block', blocker: blockerOf(failure) } : { action: given }
  if (reviewRounds === undefined ? tries >= retry.maxAttempts : reviewRounds >= retry.maxReviewRounds)
    return retry.onExhausted === 'ask' ? { action: 'block', blocker: blockerOf(failure) } : { action: 'fail' }
  const last = earlier.at(-1)
  const repeated = last !== undefined && failureKey(last) === failureKey(failure)
  return repeated ? { action: 'block', blocker: 'repeated_failure' } : { action: 'retry' }
}

/**
 * Chooses the blocker for a phase without attempts left (seed: intelligent-execution, Blocker Detection &
 * Handling).
 */
const blockerOf = ({ class: failureClass, action }: Failure): BlockerType => {
  if (failureClass === 'merge_conflict' || failureClass === 'review_rejected') return failureClass
  if (failureClass !== 'verification_failed') return 'attempts_exhausted'
  return action === 'command' ? 'command_failed' : 'validation_failed'
}
