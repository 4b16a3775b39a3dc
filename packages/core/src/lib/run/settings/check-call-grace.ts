import { AmeliaError } from '../../error/amelia-error.ts'
import { longestTimerMs } from '../../perform/guard/longest-timer-ms.ts'
import { describeValue } from '../../error/check/describe-value.ts'

/** Throws `OPTION_INVALID` for a grace period that is not a number of milliseconds. */
export const checkCallGrace = (callGraceMs: number = 1): void => {
  if (Number.isInteger(callGraceMs) && callGraceMs >= 1 && callGraceMs <= longestTimerMs) return
  throw new AmeliaError(
    'OPTION_INVALID',
    `\`callGraceMs\` must be an integer from 1 to ${longestTimerMs}; got ${describeValue(callGraceMs)}.`,
    { option: 'callGraceMs' },
  )
}

/** Throws `OPTION_INVALID` for a time limit of sessions that is not a number of milliseconds. */
export const checkSessionTimeout = (sessionTimeoutMs: number = 1): void => {
  if (sessionTimeoutMs === Infinity) return
  if (Number.isInteger(sessionTimeoutMs) && sessionTimeoutMs >= 1 && sessionTimeoutMs <= longestTimerMs)
    return
  throw new AmeliaError(
    'OPTION_INVALID',
    `\`sessionTimeoutMs\` must be an integer from 1 to ${longestTimerMs}, or Infinity; got ${describeValue(sessionTimeoutMs)}.`,
    { option: 'sessionTimeoutMs' },
  )
}
