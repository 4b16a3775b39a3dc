import { AmeliaError } from '../error/amelia-error.ts'
import type { FailureClass } from './failure-class.ts'

/**
 * The one way for a driver to fail.
 *
 * `retryAfterMs` is honoured for `rate_limited` and `transient`.
 */
export const driverError = (
  failure: FailureClass,
  options: {
    /** The failure in one or two sentences, for people. Default: a sentence that names the class. */
    message?: string
    /** Milliseconds until the provider accepts requests again, if it has announced that. */
    retryAfterMs?: number
    /** The error that caused this one. */
    cause?: unknown
  } = {},
): AmeliaError<'DRIVER_FAILED'> =>
  new AmeliaError(
    'DRIVER_FAILED',
    options.message ?? `The agent's session failed: ${failure.replaceAll('_', ' ')}.`,
    options.retryAfterMs === undefined
      ? { class: failure }
      : { class: failure, retryAfterMs: options.retryAfterMs },
    options.cause === undefined ? undefined : { cause: options.cause },
  )
