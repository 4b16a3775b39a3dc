import { AmeliaError } from '../error/amelia-error.ts'
import { describeError } from '../policy/describe-error.ts'
import { isFailureClass } from '../contract/failure-class.ts'
import type { Failure } from '../contract/failure.ts'

/**
 * Converts an error of a driver, reviewer or evaluator to a failure. Errors made by `driverError` have their
 * own class, a wrong result of the host is `environment`, and all others are `agent_failed`. The text is
 * bounded, because it becomes part of the next prompt.
 *
 * Throws `DRIVER_MISSING` again: only the program that opened the run can repair that.
 */
export const sessionFailure = (
  error: unknown,
  provider: string | undefined,
  redact: (text: string) => string,
): Failure => {
  if (AmeliaError.is(error, 'DRIVER_MISSING')) throw error
  const said = describeError(error, redact)
  const of = provider === undefined ? {} : { provider }
  // Another attempt does not repair the host.
  if (AmeliaError.is(error, 'RETURN_INVALID')) return { class: 'environment', ...said, ...of }
  if (!AmeliaError.is(error, 'DRIVER_FAILED') || !isFailureClass(error.details.class))
    return { class: 'agent_failed', ...said, ...of }
  const { class: failureClass, retryAfterMs } = error.details
  return { class: failureClass, ...said, ...of, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}
