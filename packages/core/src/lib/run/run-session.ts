import type { Unit } from '../contract/driver.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import type { UnitOutcome } from '../machine/input.ts'
import type { PhaseState } from '../machine/run-state.ts'
import { type FailureClass, isFailureClass } from '../policy/failure-class.ts'
import { buildSignpost } from '../prompt/build-signpost.ts'
import { type Engine, workspaceOf } from './engine.ts'

/** Has the driver's agent do a unit, in a fresh session. Its word is a claim: what it left is verified afterwards. */
export const runSession = async (engine: Engine, phase: PhaseState, unit: Unit): Promise<UnitOutcome> => {
  const phaseId = phase.phase.id
  const prompt = buildSignpost({ plan: engine.state.plan, runId: engine.state.runId, phase, unit })
  try {
    await engine.session(
      {
        role: 'developer',
        prompt,
        workspace: workspaceOf(engine, phaseId),
        access: 'write',
        limits: {},
        unit,
      },
      (progress) => engine.progress(phaseId, progress),
    )
    return { outcome: 'completed' }
  } catch (error) {
    engine.signal.throwIfAborted()
    return { outcome: 'failed', failure: { class: failureClass(error), message: messageOf(error) } }
  }
}

/** `driverError` is the one way to fail; anything else that a driver throws is the agent's failure. */
const failureClass = (error: unknown): FailureClass =>
  AmeliaError.is(error, 'DRIVER_FAILED') && isFailureClass(error.details.class)
    ? error.details.class
    : 'agent_failed'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
