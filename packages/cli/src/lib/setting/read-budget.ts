import type { Budget, RunOptions } from '@amelia/core'

/** Limits of a run and of each of its phases, as flags give them. */
export interface BudgetFlags {
  budgetUsd?: number | undefined
  budgetTokens?: number | undefined
  phaseBudgetUsd?: number | undefined
  phaseBudgetTokens?: number | undefined
}

/** Converts the flags to the options `budget` and `phaseBudget`; none without flags. */
export const readBudget = (flags: BudgetFlags): Pick<RunOptions, 'budget' | 'phaseBudget'> => ({
  ...limit('budget', flags.budgetUsd, flags.budgetTokens),
  ...limit('phaseBudget', flags.phaseBudgetUsd, flags.phaseBudgetTokens),
})

const limit = (
  name: 'budget' | 'phaseBudget',
  usd: number | undefined,
  tokens: number | undefined,
): Partial<Record<typeof name, Budget>> =>
  (usd ?? tokens) === undefined
    ? {}
    : { [name]: { ...(usd !== undefined && { usd }), ...(tokens !== undefined && { tokens }) } }
