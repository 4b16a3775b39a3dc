import { type AmeliaError, driverError, type Usage } from '@amelia/core/plugin'

/**
 * The error that ends a session whose tokens are used up; undefined while some are left, or without a limit.
 */
export const checkTokens = (
  { inputTokens = 0, outputTokens = 0 }: Usage,
  limit: number | undefined,
): AmeliaError<'DRIVER_FAILED'> | undefined =>
  limit === undefined || inputTokens + outputTokens < limit
    ? undefined
    : driverError('budget_exceeded', { message: `The session used up its limit of ${limit} tokens.` })
