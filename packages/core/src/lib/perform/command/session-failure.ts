import { AmeliaError } from '../../error/amelia-error.ts'
import { describeError } from '../../policy/describe-error.ts'
import { isFailureClass } from '../../contract/failure-class.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Performer } from '../performer.ts'

/**
 * Converts an error of a driver, reviewer or evaluator to a failure. Errors made by `driverError` have their
 * own class, a wrong result of the host is `environment`, and all others are `agent_failed`. The text is
 * bounded, because it becomes part of the next prompt.
 *
 * While the run drains, a session that ends without a result is `interrupted` instead of `agent_failed`: the
 * signal that drains the run may have reached its program, too, and says nothing about the work.
 *
 * Throws `DRIVER_MISSING` again: only the program that opened the run can repair that.
 */
export const sessionFailure = (
  error: unknown,
  provider: string | undefined,
  { state, redact }: Pick<Performer, 'redact'> & { state: Pick<Performer['state'], 'draining'> },
): Failure => {
  if (AmeliaError.is(error, 'DRIVER_MISSING')) throw error
  const said = describeError(error, redact)
  const of = provider === undefined ? {} : { provider }
  // Another attempt does not repair the host.
  if (AmeliaError.is(error, 'RETURN_INVALID')) return { class: 'environment', ...said, ...of }
  const failed = state.draining === 'requested' ? 'interrupted' : 'agent_failed'
  if (!AmeliaError.is(error, 'DRIVER_FAILED') || !isFailureClass(error.details.class))
    return { class: failed, ...said, ...of }
  const { class: given, retryAfterMs } = error.details
  const failureClass = given === 'agent_failed' ? failed : given
  return { class: failureClass, ...said, ...of, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}
