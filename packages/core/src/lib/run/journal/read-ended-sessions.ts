import type { Clock } from '../../contract/clock.ts'
import type { DriverV1, Usage } from '../../contract/driver.ts'
import type { ReadUsage } from '../../machine/state/input/read-usage.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { findGoing } from '../../machine/whole/begin-run.ts'
import { subtractUsage } from '../../policy/spending/subtract-usage.ts'
import { readUsage } from '../boundary/read-usage.ts'

export interface EndedSessionsOptions {
  state: RunState
  /** Every driver of the run. */
  drivers: readonly DriverV1[]
  clock: Clock
  /** Whether the sessions of phases that workers perform go on. */
  hasWorkers: boolean
  onError(error: unknown): void
}

/**
 * Reads the usage of the sessions that ended with the run's earlier process, before any of them is continued.
 *
 * The agent's records contain all parts of a session, so the usage at the beginning of the part is
 * subtracted. A session is left out if its driver cannot read it: its usage stays as it was reported last.
 */
export const readEndedSessions = async ({
  state,
  drivers,
  clock,
  hasWorkers,
  onError,
}: EndedSessionsOptions): Promise<ReadUsage[]> => {
  const going = hasWorkers ? findGoing(state) : new Set<number>()
  const used: ReadUsage[] = []
  for (const [session, { phase }] of state.budget.sessions) {
    const { driver: id, sessionId, before } = state.budget.charges.get(session) ?? {}
    if (going.has(phase) || sessionId === undefined || !before) continue
    let now: Usage | undefined
    // Drivers with other settings may have the same id: the one that has the session's records answers.
    for (const driver of drivers)
      if (driver.id === id) now ??= await readUsage({ driver, sessionId, clock, onError })
    if (now) used.push({ session, usage: subtractUsage(now, before) })
  }
  return used
}
