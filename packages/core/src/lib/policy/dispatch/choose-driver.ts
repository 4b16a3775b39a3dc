import type { DriverV1, SessionRequest } from '../../contract/driver.ts'
import { chooseProvider, type ProviderFacts, type ProviderPause } from './choose-provider.ts'
import { findPhaseId } from '../../plan/source/find-phase-id.ts'
import type { Risk } from '../../plan/field/risk.ts'

/** The role of a session. */
export type SessionRole = SessionRequest['role']

/** The session that a driver is chosen for. A session for the run itself has no phase. */
export interface DriverQuestion {
  /** `developer`, `reviewer` or `evaluator`. */
  role: SessionRole
  /** The phase's id. */
  phase?: string
  /** The highest risk of the phase and its steps. */
  risk?: Risk
  /** The phase's attempt, from 1. */
  attempt?: number
  /** The agent that the plan names for the phase. */
  agent?: string
}

/** The drivers for a session, in order of failover. */
export type DriverChooser = (question: DriverQuestion) => readonly DriverV1[]

/** Models by role and by phase. They replace the driver's own model. */
export interface ModelOptions {
  /** By role, for all of its sessions. */
  roles?: Partial<Record<SessionRole, string>>
  /** By phase id, for the sessions that do the phase's work. */
  phases?: Readonly<Record<string, string>>
}

/** Chooses the driver of a session from a list in order of failover: see {@link chooseProvider}. */
export const chooseDriver = (
  drivers: readonly DriverV1[],
  pauses: ReadonlyMap<string, ProviderPause>,
  facts: ProviderFacts,
): DriverV1 | undefined => {
  const names = drivers.map(({ provider }) => provider)
  const provider = chooseProvider(names, pauses, facts)
  return drivers.find((driver) => driver.provider === provider)
}

/**
 * Chooses the model of a session, which replaces the driver's own: the one for the phase, else the plan's,
 * else the one for the role. Only a developer's session has the model of its phase.
 *
 * A model belongs to the first driver of a list; a driver after it uses its own.
 */
export const chooseModel = ({
  role,
  phase,
  planned,
  models: { phases = {}, roles = {} } = {},
}: ModelQuestion): string | undefined => {
  const named = phase === undefined ? undefined : findPhaseId(Object.keys(phases), phase)
  const own = named !== undefined && Object.hasOwn(phases, named) ? phases[named] : planned
  return (role === 'developer' ? own : undefined) ?? roles[role]
}

interface ModelQuestion {
  role: SessionRole
  phase: string | undefined
  /** The model that the plan names for the phase. */
  planned: string | undefined
  models: ModelOptions | undefined
}
