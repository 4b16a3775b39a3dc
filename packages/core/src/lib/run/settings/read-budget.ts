import type { Budget } from '../../event/budget.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { spendKinds } from '../../policy/dispatch/find-exhausted.ts'
import { describeValue } from '../../error/check/describe-value.ts'

/** Checks the limits of a budget, and leaves out undefined ones. Throws `OPTION_INVALID`. */
export const readBudget = (option: string, budget: Budget): Budget => {
  const invalid = (message: string): AmeliaError => new AmeliaError('OPTION_INVALID', message, { option })
  const limits: Budget = {}
  for (const [kind, value] of Object.entries(budget) as [string, unknown][]) {
    const known = spendKinds.find((each) => each === kind)
    if (known === undefined)
      throw invalid(`\`${option}\` must be one of ${spendKinds.join(', ')}; got "${kind}".`)
    if (value === undefined) continue
    if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) {
      throw invalid(`\`${option}.${kind}\` must be a number above 0; got ${describeValue(value)}.`)
    }
    limits[known] = value
  }
  return limits
}
