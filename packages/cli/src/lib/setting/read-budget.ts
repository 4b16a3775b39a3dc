import type { RunOptions } from '@amelia/core'

/** Converts the flags to the option `budget`; none without flags. */
export const readBudget = ({
  budgetUsd: usd,
  budgetTokens: tokens,
}: {
  budgetUsd?: number | undefined
  budgetTokens?: number | undefined
}): Pick<RunOptions, 'budget'> =>
  (usd ?? tokens) === undefined
    ? {}
    : { budget: { ...(usd !== undefined && { usd }), ...(tokens !== undefined && { tokens }) } }
