import type { Clock } from '../../contract/clock.ts'
import type { DriverV1, Usage } from '../../contract/driver.ts'
import { findReturnFault } from '../../error/check/find-return-fault.ts'
import { readInTime } from '../../perform/transcript/read-in-time.ts'
import { sessionRules } from './session-rules.ts'

export interface ReadUsageOptions {
  driver: DriverV1
  /** The agent's id of the session. */
  sessionId: string
  clock: Clock
  onError(error: unknown): void
}

/**
 * Reads the usage of a session from its agent's records: of all its parts. Undefined if it is unknown. Never
 * rejects: a driver that fails, or returns something else, is reported.
 */
export const readUsage = async ({
  driver,
  sessionId,
  clock,
  onError,
}: ReadUsageOptions): Promise<Usage | undefined> => {
  if (!driver.readUsage) return undefined
  try {
    // A driver that throws rejects.
    const read: unknown = await readInTime(clock, Promise.resolve(driver.readUsage(sessionId)))
    if (read === undefined) return undefined
    const fault = findReturnFault(
      { plugin: `driver "${driver.id}"`, method: 'readUsage' },
      read,
      sessionRules.usage,
    )
    if (fault === undefined) return read as Usage
    onError(new TypeError(fault))
  } catch (error) {
    onError(error)
  }
  return undefined
}
