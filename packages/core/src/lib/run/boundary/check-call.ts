import { checkOptions, invalidOption } from '../../error/check/check-options.ts'
import { optionRules } from './option-rules.ts'
import { refuseStore } from './refuse-store.ts'

/** Refuses an option of `createRun` that a stored run keeps. */
const refuseDecided = (caller: keyof typeof optionRules, options: object): void => {
  if (caller !== 'openRun') return
  const { createRun, openRun } = optionRules
  const option = Object.keys(Object(options) as object).find(
    (name) => name in createRun && !(name in openRun),
  )
  if (option === undefined) return
  throw invalidOption(
    option,
    `openRun: \`${option}\` was decided when the run was created, and is stored with it. Leave it out.`,
  )
}

/** Checks the options of a public function of the engine before anything starts. Throws `OPTION_INVALID`. */
export const checkCall = (caller: keyof typeof optionRules, options: object): void => {
  refuseStore(caller, options, optionRules[caller])
  refuseDecided(caller, options)
  checkOptions(caller, options as Record<string, unknown>, optionRules[caller])
}
