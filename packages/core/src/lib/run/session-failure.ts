import { AmeliaError } from '../error/amelia-error.ts'
import { isFailureClass } from '../policy/failure-class.ts'
import type { Failure } from '../policy/failure.ts'

/** What a driver, a reviewer or an evaluator threw. `driverError` is the one way to fail; anything else is the agent's failure. */
export const sessionFailure = (error: unknown, provider: string | undefined): Failure => {
  const message = error instanceof Error ? error.message : String(error)
  const of = provider === undefined ? {} : { provider }
  if (!AmeliaError.is(error, 'DRIVER_FAILED') || !isFailureClass(error.details.class))
    return { class: 'agent_failed', message, ...of }
  const { class: failureClass, retryAfterMs } = error.details
  return { class: failureClass, message, ...of, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}
