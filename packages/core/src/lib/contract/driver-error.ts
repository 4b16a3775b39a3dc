import { AmeliaError } from '../error/amelia-error.ts'
import { checkOptions, invalidOption } from '../error/check/check-options.ts'
import { describeValue } from '../error/check/describe-value.ts'
import { anything, optional, type RulesOf, text } from '../error/check/rule.ts'
import { nearestName } from '../text/nearest-name.ts'
import { type FailureClass, failureClasses, isFailureClass } from './failure-class.ts'

/** The details of a driver's failure. */
export interface DriverErrorOptions {
  /** The failure in one or two sentences, for people. Default: a sentence that names the class. */
  message?: string | undefined
  /** Milliseconds until the provider accepts requests again, if it has announced that. */
  retryAfterMs?: number | undefined
  /** The error that caused this one. */
  cause?: unknown | undefined
}

const rules: RulesOf<DriverErrorOptions> = {
  message: optional(text),
  retryAfterMs: optional({ expected: 'a number', is: (value) => typeof value === 'number' }),
  cause: optional(anything),
}

/**
 * The one way for a driver to fail.
 *
 * `retryAfterMs` is honoured for `rate_limited` and `transient`, unless it is negative or not finite.
 *
 * Throws `OPTION_INVALID` for an unknown class, and for other options.
 */
export const driverError = (
  failure: FailureClass,
  options: DriverErrorOptions = {},
): AmeliaError<'DRIVER_FAILED'> => {
  if (!isFailureClass(failure)) throw unknownClass(failure)
  checkOptions('driverError', options, rules)
  return new AmeliaError(
    'DRIVER_FAILED',
    options.message ?? `The agent's session failed: ${failure.replaceAll('_', ' ')}.`,
    options.retryAfterMs === undefined
      ? { class: failure }
      : { class: failure, retryAfterMs: options.retryAfterMs },
    options.cause === undefined ? undefined : { cause: options.cause },
  )
}

const unknownClass = (failure: unknown): AmeliaError => {
  const near = typeof failure === 'string' ? nearestName(failure, failureClasses) : undefined
  return invalidOption(
    'failure',
    `\`driverError\` does not know the class ${describeValue(failure)}.${near === undefined ? '' : ` Did you mean "${near}"?`} Classes: ${failureClasses.join(', ')}.`,
  )
}
