import type { Unit } from '../../contract/driver.ts'
import type { SavedAttempt, UnitOutcome } from '../../machine/state/input.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { Step, Subtask } from '../../plan/plan-schema.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import { adaptStep } from './adapt-step.ts'
import { commitWorkspace } from '../integrate/commit-attempt.ts'
import type { Performer } from '../performer.ts'
import { executeStep } from './execute-step.ts'
import { attemptFolder } from '../keep-output.ts'
import { preValidateStep, preValidateUnit } from './pre-validate.ts'
import { delegateUnit } from './delegate-unit.ts'
import type { StepContext, StepResult, UnitContext } from './unit-context.ts'

/**
 * Carries out one unit of an attempt, and tells the machine of every step and subtask on the way.
 *
 * Steps that the attempt has done before are passed over: a unit that waited for a person goes on where it was.
 * What the plan calls done, skipped or put off is not touched, nor is what a person skipped. Where the rules want it, what is
 * risky is looked at first.
 * What has no steps is given to the driver: a whole phase at once, or the subtask.
 */
export const runUnit = async (
  context: UnitContext,
  unit: Exclude<Unit, { kind: 'parallel' }>,
): Promise<UnitOutcome> => {
  const { performer, phase } = context
  const { subtasks } = phase.phase
  const open = subtasks.filter(
    (subtask) => isOpen(subtask) && phase.subtaskStatus.get(subtask.id) !== 'skipped',
  )
  const byDriver = isByDriver(performer, phase)
  const isSession =
    subtasks.length === 0 || (open.length > 0 && open.every(({ steps }) => byDriver || steps.length === 0))
  if (unit.kind === 'phase' && isSession) return delegateUnit(context, unit)
  const refused = await preValidateUnit(context, stepsToJudge(context, unit, open))
  if (refused) return refused
  const sessions: Record<string, string> = {}
  const said: Record<string, string> = {}
  const claimed: Record<string, string[]> = {}
  for (const subtask of open) {
    if (unit.kind !== 'phase' && subtask.id !== unit.subtaskId) continue
    const steps = unit.kind === 'step' ? subtask.steps.filter(({ id }) => id === unit.stepId) : subtask.steps
    const result = await runSubtask(context, subtask, steps)
    if (result.outcome !== 'completed') return result
    Object.assign(sessions, result.sessions)
    Object.assign(said, result.said)
    Object.assign(claimed, result.claimed)
  }
  return {
    outcome: 'completed',
    sessions,
    ...(Object.keys(said).length === 0 ? {} : { said }),
    ...(Object.keys(claimed).length === 0 ? {} : { claimed }),
  }
}

/**
 * The steps that are looked at together before this unit: all of the phase that the performer carries out, or those of its own where
 * other parts run beside it. None for a unit that has no steps to carry out, or is done again.
 */
const stepsToJudge = (
  { performer, phase, redo = false }: UnitContext,
  unit: Exclude<Unit, { kind: 'parallel' }>,
  open: readonly Subtask[],
): Step[] => {
  if (redo || isByDriver(performer, phase)) return []
  const own = unit.kind === 'phase' ? open : open.filter(({ id }) => id === unit.subtaskId)
  if (own.every(({ steps }) => steps.length === 0)) return []
  const inParallel = phase.units[phase.unitIndex]?.kind === 'parallel'
  return (inParallel ? own : open).flatMap(({ steps }) => steps)
}

const isByDriver = ({ state, driver }: Performer, { byAgent }: PhaseState): boolean =>
  driver !== undefined && (byAgent === true || state.settings.steps === 'driver')

const runSubtask = async (
  context: UnitContext,
  subtask: Subtask,
  steps: readonly Step[],
): Promise<UnitOutcome> => {
  const { performer, phase, redo = false } = context
  const phaseId = phase.phase.id
  const isSettled = (status: string | undefined): boolean =>
    status === 'skipped' || (status === 'completed' && !redo)
  const isDone = ({ id }: Step): boolean => isSettled(phase.stepStatus.get(id))
  if (isSettled(phase.subtaskStatus.get(subtask.id))) return { outcome: 'completed' }
  if (redo || phase.subtaskStatus.get(subtask.id) !== 'running')
    performer.feed({ type: 'subtask_started', phaseId, subtaskId: subtask.id })

  let result: UnitOutcome = { outcome: 'completed' }
  if (subtask.steps.length === 0 || isByDriver(performer, phase)) {
    context.worked = true
    result = await delegateUnit(context, { kind: 'subtask', subtaskId: subtask.id })
  } else
    for (const step of steps) {
      if (isDone(step)) continue
      result = await runStep(context, subtask, step)
      if (result.outcome !== 'completed') break
    }
  if (result.outcome === 'failed') {
    performer.feed({ type: 'subtask_finished', phaseId, subtaskId: subtask.id, failure: result.failure })
  } else if (result.outcome === 'completed' && steps.at(-1)?.id === subtask.steps.at(-1)?.id) {
    performer.feed({ type: 'subtask_finished', phaseId, subtaskId: subtask.id })
  }
  return result
}

const runStep = async (unit: UnitContext, subtask: Subtask, step: Step): Promise<UnitOutcome> => {
  const { performer, phase, workspace } = unit
  const at = { phaseId: phase.phase.id, subtaskId: subtask.id, stepId: step.id }
  const place = performer.state.plan.source === '' ? `step ${step.id}` : `step ${step.id} (line ${step.line})`
  const context: StepContext = { performer, workspace, place, folder: attemptFolder(phase) }
  performer.signal.throwIfAborted()
  const saved = await saveBefore(unit)
  performer.feed({ type: 'step_started', ...at, ...(saved !== undefined && { saved }) })
  const { observation, result } =
    (await preValidateStep(unit, context, step)) ?? (await carryOut(unit, context, subtask, step))
  if (result.outcome === 'completed') performer.feed({ type: 'step_finished', ...at, observation })
  if (result.outcome !== 'failed') return result
  const failure = { ...result.failure, stepId: step.id, action: step.action }
  performer.feed({ type: 'step_finished', ...at, observation, failure })
  return { outcome: 'failed', failure }
}

/** Commits what the unit did so far, so that a skip of the step that begins now can drop what the step leaves. */
const saveBefore = async (unit: UnitContext): Promise<SavedAttempt | null | undefined> => {
  const { performer, phase, workspace, partRef, worked = false } = unit
  unit.before = undefined
  unit.worked = true
  if (!worked) return partRef === undefined ? undefined : null
  const ref = partRef ?? refNames(performer.state.runId).step(phase.phase.id, phase.attempt)
  const saved = await commitWorkspace(performer, phase, workspace, ref)
  if ('blocker' in saved) return null
  unit.before = saved.commit
  const { commit, tree, files } = saved
  return partRef === undefined ? { commit, tree, files } : null
}

const carryOut = async (
  { phase }: UnitContext,
  context: StepContext,
  subtask: Subtask,
  step: Step,
): Promise<StepResult> => {
  const tried = await executeStep(context, step, phase.approvedSteps?.has(step.id) === true)
  return adaptStep({ context, phase, subtask, step, tried })
}
