import type { DriverV1 } from '../../contract/driver.ts'
import type { KnownSession } from './known-session.ts'

/** Where a session starts now. */
export interface SessionReach {
  driver: Pick<DriverV1, 'id' | 'resume'> | undefined
  machine: string | undefined
  lease: string
}

/** Whether a known session can be resumed by this driver, on this machine, in this process. */
export const canResume = (known: KnownSession, { driver, machine, lease }: SessionReach): boolean => {
  if (!driver || (known.driver !== undefined && known.driver !== driver.id)) return false
  switch (driver.resume ?? 'none') {
    case 'none':
      return false
    case 'process':
      return known.lease === lease
    case 'machine':
      return known.machine === machine
    case 'anywhere':
      return true
  }
}
