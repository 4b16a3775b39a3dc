import { type AmeliaError, countTokens, driverError, type Usage } from '@amelia/core/plugin'

/**
 * The error that ends a session whose tokens are used up; undefined while some are left, or without a limit.
 * Cached input counts as in a budget.
 */
export const checkTokens = (
  usage: Usage,
  limit: number | undefined,
): AmeliaError<'DRIVER_FAILED'> | undefined =>
  limit === undefined || countTokens(usage) < limit
    ? undefined
    : driverError('budget_exceeded', { message: `The session used up its limit of ${limit} tokens.` })
