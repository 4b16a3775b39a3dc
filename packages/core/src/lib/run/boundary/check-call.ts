import { checkOptions } from '../../error/check/check-options.ts'
import { optionRules } from './option-rules.ts'

/** Checks the options of a public function of the engine before anything starts. Throws `OPTION_INVALID`. */
export const checkCall = (caller: keyof typeof optionRules, options: object): void =>
  checkOptions(caller, options as Record<string, unknown>, optionRules[caller])
