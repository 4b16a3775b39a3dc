import type { DriverV1, Usage } from '../../contract/driver.ts'
import type { FailureClass } from '../../contract/failure-class.ts'

/** Failures with which a provider refuses a request: it has answered none. */
const refusals: ReadonlySet<FailureClass> = new Set<FailureClass>(['auth', 'permission', 'rate_limited'])

/**
 * Returns the usage of a session that failed before it reported anything. A refused request uses nothing, in
 * the units that the driver counts; after any other failure the usage is unknown.
 */
export const refusedUsage = (meters: DriverV1['meters'], failure: FailureClass): Usage =>
  refusals.has(failure)
    ? {
        ...(meters.includes('tokens') && { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }),
        ...(meters.includes('usd') && { usd: 0 }),
      }
    : {}
