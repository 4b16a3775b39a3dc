import type { Unit } from '../contract/driver.ts'
import type { UnitOutcome } from '../machine/input.ts'
import type { PhaseState } from '../machine/run-state.ts'
import type { Step, Subtask } from '../plan/plan-schema.ts'
import { isOpen } from '../policy/is-open.ts'
import { type Engine, workspaceOf } from './engine.ts'
import { executeStep } from './execute-step.ts'
import { runSession } from './run-session.ts'

/**
 * Carries out one unit of an attempt, and tells the machine of every step and subtask on the way.
 *
 * Steps that the attempt has done before are passed over: a unit that waited for a person goes on where it was.
 * What the plan calls done, skipped or put off is not touched.
 * What has no steps is given to the driver: a whole phase at once, or the subtask.
 */
export const runUnit = async (engine: Engine, phase: PhaseState, unit: Unit): Promise<UnitOutcome> => {
  const { subtasks } = phase.phase
  const open = subtasks.filter(isOpen)
  const isSession =
    subtasks.length === 0 || (open.length > 0 && open.every(({ steps }) => steps.length === 0))
  if (unit.kind === 'phase' && isSession) return runSession(engine, phase, unit)
  for (const subtask of open) {
    if (unit.kind !== 'phase' && subtask.id !== unit.subtaskId) continue
    const steps = unit.kind === 'step' ? subtask.steps.filter(({ id }) => id === unit.stepId) : subtask.steps
    const result = await runSubtask(engine, phase, subtask, steps)
    if (result.outcome !== 'completed') return result
  }
  return { outcome: 'completed' }
}

const runSubtask = async (
  engine: Engine,
  phase: PhaseState,
  subtask: Subtask,
  steps: readonly Step[],
): Promise<UnitOutcome> => {
  const phaseId = phase.phase.id
  const isDone = ({ id }: Step): boolean => phase.stepStatus.get(id) === 'completed'
  if (phase.subtaskStatus.get(subtask.id) === 'completed') return { outcome: 'completed' }
  if (!phase.subtaskStatus.has(subtask.id))
    engine.feed({ type: 'subtask_started', phaseId, subtaskId: subtask.id })

  let result: UnitOutcome = { outcome: 'completed' }
  if (subtask.steps.length === 0) {
    result = await runSession(engine, phase, { kind: 'subtask', subtaskId: subtask.id })
  }
  for (const step of steps) {
    if (isDone(step)) continue
    result = await runStep(engine, phase, subtask, step)
    if (result.outcome !== 'completed') break
  }
  if (result.outcome === 'failed') {
    engine.feed({ type: 'subtask_finished', phaseId, subtaskId: subtask.id, failure: result.failure })
  } else if (result.outcome === 'completed' && steps.at(-1)?.id === subtask.steps.at(-1)?.id) {
    engine.feed({ type: 'subtask_finished', phaseId, subtaskId: subtask.id })
  }
  return result
}

const runStep = async (
  engine: Engine,
  phase: PhaseState,
  subtask: Subtask,
  step: Step,
): Promise<UnitOutcome> => {
  const at = { phaseId: phase.phase.id, subtaskId: subtask.id, stepId: step.id }
  const place = engine.state.plan.source === '' ? `step ${step.id}` : `step ${step.id} (line ${step.line})`
  const context = { engine, workspace: workspaceOf(engine, phase.phase.id), place }
  engine.signal.throwIfAborted()
  engine.feed({ type: 'step_started', ...at })
  const { observation, result } = await executeStep(context, step, phase.approvedSteps.has(step.id))
  if (result.outcome === 'completed') engine.feed({ type: 'step_finished', ...at, observation })
  if (result.outcome === 'failed')
    engine.feed({ type: 'step_finished', ...at, observation, failure: result.failure })
  return result
}
