import { AmeliaError } from '../amelia-error.ts'
import { describeValue } from './describe-value.ts'
import { findFault } from './find-fault.ts'
import { record, type Rule, type RulesOf } from './rule.ts'

/**
 * Checks the options of a function before it uses them: their values, and names that do not exist. The type
 * requires a rule for each option.
 *
 * Throws `OPTION_INVALID`, which names the option, what it got and what was expected.
 */
export const checkOptions = <Options extends object>(
  caller: string,
  options: Options,
  rules: RulesOf<Options>,
): void => {
  const rule = record(rules)
  if (!rule.is(options))
    throw invalidOption(
      'options',
      `The options of ${caller} must be an object; got ${describeValue(options)}.`,
    )
  const fault = findFault('', options, rule)
  if (fault === undefined) return
  const [, option = 'options'] = /^`([A-Za-z]*)/.exec(fault) ?? []
  throw invalidOption(option, `${caller}: ${fault}`)
}

/** Checks an argument that is not an object of options. Throws `OPTION_INVALID`, as `checkOptions` does. */
export const checkArgument = (caller: string, name: string, value: unknown, rule: Rule): void => {
  const fault = findFault(name, value, rule)
  if (fault !== undefined) throw invalidOption(name, `${caller}: ${fault}`)
}

/** The error about an option or an argument of a call. */
export const invalidOption = (option: string, message: string, cause?: unknown): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option }, cause === undefined ? undefined : { cause })
