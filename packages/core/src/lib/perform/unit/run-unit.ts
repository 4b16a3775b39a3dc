import type { Unit } from '../../contract/driver.ts'
import type { SavedAttempt } from '../../machine/state/input/saved-attempt.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { nameLine } from '../../plan/source/locate-line.ts'
import { isDue, planUnit, type UnitPart } from '../../policy/dispatch/plan-unit.ts'
import { adaptStep, followFix, followPhaseFix } from './adapt-step.ts'
import { commitWorkspace } from '../integrate/commit-attempt.ts'
import { executeStep } from './execute-step.ts'
import { attemptFolder } from '../keep-output.ts'
import { joinOutcomes } from '../../policy/join-outcomes.ts'
import { preValidateStep, preValidateSteps } from './pre-validate-steps.ts'
import { delegateUnit } from './delegate-unit.ts'
import { withSuggestions } from './with-suggestions.ts'
import type { StepContext, UnitContext } from './unit-context.ts'

/**
 * Runs one unit of an attempt as {@link planUnit} decides, and reports each subtask and step to the machine.
 *
 * Steps that the attempt has completed or a person has skipped do not run again, so a unit that waited for a
 * person continues where it stopped.
 */
export const runUnit = async (
  context: UnitContext,
  unit: Exclude<Unit, { kind: 'parallel' }>,
): Promise<UnitOutcome> => {
  const { performer, phase, redo = false } = context
  const { state, driver } = performer
  const plan = planUnit({
    unit,
    subtasks: phase.planned.subtasks,
    subtaskStatus: phase.subtaskStatus,
    stepStatus: phase.stepStatus,
    hasAgent: driver !== undefined,
    byAgent: driver !== undefined && (phase.byAgent || state.settings.steps === 'driver'),
    redo,
    isParallel: phase.attempt.units[phase.attempt.unitIndex]?.kind === 'parallel',
    preValidate: state.settings.preValidate && !phase.attempt.preflightPassed,
  })
  if (plan === 'session') return delegateUnit(context, { kind: 'phase' })
  // A delegated part has the instruction in its own prompt.
  const prepared = plan.parts.some(({ delegated }) => delegated) ? undefined : await followPhaseFix(context)
  if (prepared) return prepared
  const refused = await preValidateSteps(context, unit, plan.validate)
  if (refused) return refused
  const results: UnitOutcome[] = []
  for (const part of plan.parts) {
    const result = await runPart(context, part)
    if (result.outcome !== 'completed') return result
    results.push(result)
  }
  return joinOutcomes(results)
}

const runPart = async (context: UnitContext, part: UnitPart): Promise<UnitOutcome> => {
  const { performer, phase, redo = false } = context
  const { subtask } = part
  const at = { phaseId: phase.id, dispatch: context.dispatch, subtaskId: subtask.id }
  const status = phase.subtaskStatus.get(subtask.id)
  if (!isDue(status, redo)) return { outcome: 'completed' }
  if (redo || status !== 'running') performer.feed({ type: 'subtask_started', ...at })
  const result = await doPart(context, part)
  if (result.outcome === 'failed')
    performer.feed({ type: 'subtask_finished', ...at, failure: result.failure })
  else if (result.outcome === 'completed' && part.isLast) performer.feed({ type: 'subtask_finished', ...at })
  return result
}

const doPart = async (
  context: UnitContext,
  { subtask, steps, delegated }: UnitPart,
): Promise<UnitOutcome> => {
  const { phase, redo = false } = context
  if (delegated) {
    context.worked = true
    return delegateUnit(context, { kind: 'subtask', subtaskId: subtask.id })
  }
  for (const step of steps) {
    // The status is read now: a person may skip a step while an earlier one runs.
    if (!isDue(phase.stepStatus.get(step.id), redo)) continue
    const result = await runStep(context, subtask, step)
    if (result.outcome !== 'completed') return result
  }
  return { outcome: 'completed' }
}

const runStep = async (unit: UnitContext, subtask: Subtask, step: Step): Promise<UnitOutcome> => {
  const { performer, phase, workspace } = unit
  const at = { phaseId: phase.id, dispatch: unit.dispatch, subtaskId: subtask.id, stepId: step.id }
  const { plan } = performer.state
  const place = plan.source === '' ? `step ${step.id}` : `step ${step.id} (${nameLine(plan, step.line)})`
  const isApproved = phase.attempt.approvedStep === step.id
  const context: StepContext = {
    ...{ performer, workspace, place, folder: attemptFolder(phase) },
    approved: isApproved || (step.action === 'manual' && phase.byHand?.has(step.id) === true),
    begun: phase.begunSteps?.has(step.id) === true,
  }
  performer.signal.throwIfAborted()
  const saved = await saveBefore(unit)
  const started = { type: 'step_started', ...at, ...(saved !== undefined && { saved }) } as const
  // The journal contains that the approval is used before the step runs, so a crash cannot use it twice.
  if (isApproved) await performer.feedAndWait(started)
  else performer.feed(started)
  const adaptation = { context, phase, dispatch: unit.dispatch, subtask, step }
  const execute = () => executeStep(context, step, { phase, subtaskId: subtask.id })
  const validate = () => preValidateStep(unit, context, { subtask, step })
  const done =
    (await followFix(adaptation, async () => (await validate()) ?? execute())) ??
    (await validate()) ??
    (await adaptStep(adaptation, await execute()))
  const { observation } = done
  const result = await withSuggestions(context, step, done.result)
  if (result.outcome === 'completed') performer.feed({ type: 'step_finished', ...at, observation })
  if (result.outcome !== 'failed') return result
  const failure = { ...result.failure, stepId: step.id, action: step.action }
  performer.feed({ type: 'step_finished', ...at, observation, failure })
  return { outcome: 'failed', failure }
}

/**
 * Commits the unit's work so far, so that skipping the step that starts now drops only that step's changes.
 */
const saveBefore = async (unit: UnitContext): Promise<SavedAttempt | null | undefined> => {
  const { performer, phase, workspace, partRef, worked = false } = unit
  unit.before = undefined
  unit.worked = true
  if (!worked) return partRef === undefined ? undefined : null
  const ref = partRef ?? refNames(performer.state.runId).step(phase.id, phase.attempt.number)
  const saved = await commitWorkspace(performer, phase, workspace, ref)
  if ('blocker' in saved) return null
  unit.before = saved.commit
  const { commit, tree, files } = saved
  return partRef === undefined ? { commit, tree, files } : null
}
