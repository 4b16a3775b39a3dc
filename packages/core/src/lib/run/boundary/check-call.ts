import { checkOptions } from '../../error/check/check-options.ts'
import { optionRules } from './option-rules.ts'
import { refuseStore } from './refuse-store.ts'

/** Checks the options of a public function of the engine before anything starts. Throws `OPTION_INVALID`. */
export const checkCall = (caller: keyof typeof optionRules, options: object): void => {
  refuseStore(caller, options, optionRules[caller])
  checkOptions(caller, options as Record<string, unknown>, optionRules[caller])
}
