import type { DriverV1, SessionRequest } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'

/**
 * Refuses a session without a figure that a budget limits and that its driver claims to count: it would not
 * count towards the budget. Throws a failure of the class `environment`, because another attempt does not
 * repair the driver.
 */
export const checkUsage = (
  { id, meters }: DriverV1,
  { inputTokens, outputTokens, usd }: { inputTokens?: number; outputTokens?: number; usd?: number | null },
  limits: NonNullable<SessionRequest['limits']>,
): void => {
  const figures = { tokens: inputTokens ?? outputTokens, usd: usd ?? undefined }
  const missing = meters.find((kind) => limits[kind] !== undefined && figures[kind] === undefined)
  if (missing === undefined) return
  const members = missing === 'tokens' ? '`usage.inputTokens` or `usage.outputTokens`' : '`usage.usd`'
  throw driverError('environment', {
    message: `The driver "${id}" counts ${missing}, as \`meters\` says, but the session reported no ${members}. The budget of ${missing} cannot be kept without it.`,
  })
}
