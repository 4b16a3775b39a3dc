import type { Budget } from '../../event/budget.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { spendKinds } from '../../policy/dispatch/find-exhausted.ts'
import { findFault } from '../../error/check/find-fault.ts'
import { record, type Rule } from '../../error/check/rule.ts'

const limit: Rule = {
  expected: 'a number above 0',
  is: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
  optional: true,
}
const limits = record(Object.fromEntries(spendKinds.map((kind) => [kind, limit])))

/** Checks the limits of a budget, and leaves out undefined ones. Throws `OPTION_INVALID`. */
export const readBudget = (option: string, budget: Budget): Budget => {
  const fault = findFault(option, budget, limits)
  if (fault !== undefined) throw new AmeliaError('OPTION_INVALID', fault, { option })
  return Object.fromEntries(Object.entries(budget).filter(([, value]) => value !== undefined))
}
