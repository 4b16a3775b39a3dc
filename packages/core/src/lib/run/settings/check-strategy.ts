import type { CheckpointStrategyV1 } from '../../contract/checkpoint-strategy.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { longestTimerMs } from '../../perform/guard/longest-timer-ms.ts'
import { describeValue } from '../../error/check/describe-value.ts'

/** Throws `OPTION_INVALID` for a strategy whose time limit is not a number of milliseconds. */
export const checkStrategy = ({ timeoutMs = 1 }: Partial<CheckpointStrategyV1> = {}): void => {
  if (Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= longestTimerMs) return
  throw new AmeliaError(
    'OPTION_INVALID',
    `\`checkpoint.timeoutMs\` must be an integer from 1 to ${longestTimerMs}; got ${describeValue(timeoutMs)}.`,
    { option: 'checkpoint' },
  )
}
