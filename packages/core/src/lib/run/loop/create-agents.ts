import type { DriverV1 } from '../../contract/driver.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { driverError } from '../../contract/driver-error.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import {
  chooseDriver,
  chooseModel,
  type DriverChooser,
  type ModelOptions,
  type SessionRole,
} from '../../policy/dispatch/choose-driver.ts'
import { phaseRisk } from '../../policy/dispatch/phase-risk.ts'
import { describeError } from '../../policy/describe-error.ts'
import type { SessionDraft } from '../../perform/performer.ts'

export interface AgentOptions {
  state: Pick<RunState, 'runId' | 'phases' | 'graph' | 'pauses' | 'settings'>
  drivers: DriverChooser
  models: ModelOptions | undefined
  now(): number
}

/** Chooses the agents of sessions. */
export interface Agents {
  /** The driver for a role, now. Undefined: it has no agent. */
  choose(role: SessionRole, phaseId: string | undefined): DriverV1 | undefined
  /** The driver of the phase's unit. A unit keeps it: the form of its report and its session depend on it. */
  developer(phaseId: string | undefined): DriverV1 | undefined
  /** Lets the next unit of a phase choose its driver. */
  beginUnit(phaseId: string): void
  /** Adds the model to the request of a session, and the driver if none is given. */
  prepare(
    request: SessionDraft,
    driver: DriverV1 | undefined,
    phaseId: string | undefined,
  ): { agent: DriverV1; request: SessionDraft }
}

/**
 * Returns functions that choose the agent of each session by role, phase, risk and attempt, and pass over
 * providers that are rate limited for long.
 *
 * A function of the caller that throws fails the session with the class `environment`.
 */
export const createAgents = ({ state, drivers, models, now }: AgentOptions): Agents => {
  const developers = new Map<string | undefined, DriverV1 | undefined>()

  const list = (role: SessionRole, phase: PhaseState | undefined): readonly DriverV1[] => {
    const agent = phase?.planned.agent
    return ask(() =>
      drivers({
        role,
        ...(phase && { phase: phase.id, risk: phaseRisk(phase.planned), attempt: phase.attempt.number }),
        ...(agent !== undefined && { agent }),
      }),
    )
  }
  const phaseOf = (phaseId: string | undefined): PhaseState | undefined =>
    phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]

  const choose = (role: SessionRole, phaseId: string | undefined): DriverV1 | undefined => {
    const { failoverAfterMs = Infinity } = state.settings.waits.rateLimited
    const phase = phaseOf(phaseId)
    const refused = phase?.effort.refusedBy[role === 'developer' ? 'work' : 'review']
    return chooseDriver(list(role, phase), state.pauses, { at: now(), failoverAfterMs, refused })
  }
  const developer = (phaseId: string | undefined): DriverV1 | undefined => {
    if (!developers.has(phaseId)) developers.set(phaseId, choose('developer', phaseId))
    return developers.get(phaseId)
  }

  return {
    choose,
    developer,
    beginUnit: (phaseId) => void developers.delete(phaseId),
    prepare(request, driver, phaseId) {
      const { role } = request
      const agent = driver ?? (role === 'developer' ? developer(phaseId) : choose(role, phaseId))
      if (!agent) throw driverMissing(state.runId, phaseId)
      const phase = phaseOf(phaseId)
      const model = chooseModel({ role, phase: phase?.id, planned: phase?.planned.model, models })
      const isFirst = model !== undefined && list(role, phase)[0] === agent
      return { agent, request: isFirst ? { ...request, model } : request }
    },
  }
}

/** The run was resumed without a driver: `createRun` refuses a plan that needs one. */
const driverMissing = (runId: string, phaseId: string | undefined): AmeliaError<'DRIVER_MISSING'> => {
  const who = phaseId === undefined ? `Run ${runId}` : `Phase ${phaseId} of run ${runId}`
  const message = `${who} needs an agent, but the run was opened without a driver. Open it again with its driver: the work so far is kept.`
  return new AmeliaError('DRIVER_MISSING', message, { phaseIds: phaseId === undefined ? [] : [phaseId] })
}

const ask = <Value>(call: () => Value): Value => {
  try {
    return call()
  } catch (error) {
    throw driverError('environment', {
      message: `The option \`driver\` did not choose a driver: ${describeError(error, (text) => text).message}`,
    })
  }
}
