import type { DriverV1 } from '../contract/driver.ts'
import type { DriverQuestion, SessionRole } from './dispatch/choose-driver.ts'

/**
 * A driver, or several in order of failover: while the provider of one is rate limited for long, sessions go
 * to the next one.
 */
export type DriverOrList = DriverV1 | readonly DriverV1[]

/** Drivers by name, role and phase. */
export interface DriverMap {
  /** For every session that nothing below is for. Without it, only those have an agent. */
  default?: DriverOrList
  /** By role: `developer`, `reviewer` or `evaluator`. */
  roles?: Partial<Record<Exclude<SessionRole, 'architect'>, DriverOrList>>
  /** By phase id, for the sessions that do the phase's work. */
  phases?: Readonly<Record<string, DriverOrList>>
  /** Names that a plan may give as the `Agent:` of a phase, in addition to the ids of all drivers. */
  agents?: Readonly<Record<string, DriverOrList>>
}

/**
 * The agents of a run: one driver, a list in order of failover, drivers by role and phase, or a function.
 *
 * The function is called before each session and once for each phase and role before the run starts. It must
 * give the same answer to the same question, and undefined for a session without an agent.
 */
export type DriverOption = DriverOrList | DriverMap | ((question: DriverQuestion) => DriverOrList | undefined)
