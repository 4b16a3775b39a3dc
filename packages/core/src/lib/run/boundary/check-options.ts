import { findFault } from './find-fault.ts'
import { describeValue } from './describe-value.ts'
import { record } from './rule.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { optionRules } from './option-rules.ts'

/**
 * Checks the options of a public function before anything starts. Throws `OPTION_INVALID`,
 * which names the option, what it got and what was expected.
 */
export const checkOptions = (caller: keyof typeof optionRules, options: unknown): void => {
  const rule = record(optionRules[caller])
  if (!rule.is(options))
    throw invalid(`The options of ${caller} must be an object; got ${describeValue(options)}.`, 'options')
  const fault = findFault('', options, rule)
  if (fault === undefined) return
  const [, option = 'options'] = /^`([A-Za-z]*)/.exec(fault) ?? []
  throw invalid(`${caller}: ${fault}`, option)
}

const invalid = (message: string, option: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })
