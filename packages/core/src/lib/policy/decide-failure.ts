import type { BlockerType } from './blocker-type.ts'
import type { Failure } from './failure.ts'

/** What follows a failed attempt. */
export type FailureDecision =
  | { action: 'retry' }
  | { action: 'fail' }
  | { action: 'block'; blocker: BlockerType }

export interface FailureHistory {
  failure: Failure
  /** Failures of this phase before this one, oldest first, since it was last started by a person. */
  earlier: readonly Failure[]
  /** Attempts used up, this one included. */
  tries: number
  maxAttempts: number
}

/** What stays the same when the same thing goes wrong again: digits, paths and times do not count. */
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
 * Picks what follows a failed attempt by its class.
 *
 * A missing tool, a login or a permission cannot be mended by trying again, so a person is asked at once. While
 * attempts are left, the same failure twice in a row is a question too: a third try would be blind.
 */
export const decideFailure = ({ failure, earlier, tries, maxAttempts }: FailureHistory): FailureDecision => {
  switch (failure.class) {
    case 'environment':
    case 'auth':
    case 'permission':
    case 'budget_exceeded':
      return { action: 'block', blocker: 'environment' }
    case 'cancelled':
      return { action: 'block', blocker: 'user_cancelled' }
    case 'transient':
    case 'rate_limited':
    case 'agent_failed':
    case 'verification_failed':
    case 'review_rejected':
    case 'report_invalid':
    case 'context_overflow':
    case 'merge_conflict':
    case 'hung': {
      if (tries >= maxAttempts) return { action: 'fail' }
      const last = earlier.at(-1)
      const repeated = last !== undefined && failureKey(last) === failureKey(failure)
      return repeated ? { action: 'block', blocker: 'repeated_failure' } : { action: 'retry' }
    }
  }
}
