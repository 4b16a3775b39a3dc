import { AmeliaError } from './amelia-error.ts'
import { describeValue } from './check/describe-value.ts'

/**
 * Returns the error of a call that its caller's signal has stopped. The reason of the signal is its cause, or
 * the error itself if it is an `AmeliaError`.
 */
export const callAborted = (call: string, { reason }: AbortSignal): AmeliaError => {
  if (AmeliaError.is(reason)) return reason
  const why = reason instanceof Error ? reason.message : describeValue(reason)
  return new AmeliaError(
    'CALL_ABORTED',
    `${call} was stopped by its \`signal\`: ${why}`,
    { call },
    { cause: reason },
  )
}
