import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Fix } from '../../machine/state/phase-state.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import type { Adaptation } from '../../event/adaptation.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import type { Failure } from '../../contract/failure.ts'
import { needsPerson } from '../../policy/needs-person.ts'
import { buildAdaptation } from '../../prompt/build-adaptation.ts'
import { executeCommand } from './execute-command.ts'
import { runDeveloper } from './ask-developer.ts'
import type { StepContext, StepResult, UnitContext } from './unit-context.ts'
import { watchChanges } from './watch-changes.ts'

/** Files to list. */
const maxFiles = 40

export interface AdaptationContext {
  context: StepContext
  phase: FrozenPhase
  dispatch: number
  subtask: Subtask
  step: Step
}

/**
 * Lets an agent fix a failed step, if the settings allow it and the run has an agent.
 *
 * The step's command runs once more afterwards, and its result decides. A file counts as written only if the
 * agent changed something. The changed files are observed, not reported by the agent. Steps that need a
 * person or a missing tool are not adapted.
 */
export const adaptStep = async (at: AdaptationContext, tried: StepResult): Promise<StepResult> => {
  const { context, subtask, step } = at
  const { performer } = context
  // Only its program can change a function.
  if (step.action === 'function') return tried
  // A person must approve such a step before anyone executes it.
  if (needsPerson(step) && !context.approved) return tried
  const failure = problemOf(tried)
  if (failure === undefined || !performer.driver || !performer.state.settings.adapt) return tried
  const repaired = await repair(unitOf(at), { failure, step, subtask })
  // If the agent failed, report the step's own failure. A missing login or a rate limit is reported itself.
  if ('ended' in repaired)
    return repaired.ended.outcome === 'failed' && repaired.ended.failure.class === 'agent_failed'
      ? tried
      : { ...tried, result: repaired.ended }
  return runRepaired(at, repaired, () => (step.action === 'code' ? tried : executeCommand(context, step)))
}

/**
 * Lets an agent follow a person's instruction about a step, which then runs and decides. Returns undefined
 * without such an instruction.
 */
export const followFix = async (
  at: AdaptationContext,
  run: () => Promise<StepResult>,
): Promise<StepResult | undefined> => {
  const { context, phase, subtask, step } = at
  const { driver, state } = context.performer
  const { fix } = phase
  if (fix?.stepId !== step.id || !driver || !state.settings.adapt) return undefined
  const repaired = await repair(unitOf(at), { ...fix, step, subtask })
  if ('ended' in repaired) return { observation: { durationMs: 0 }, result: repaired.ended }
  return runRepaired(at, repaired, run)
}

/**
 * Lets an agent follow a person's instruction about a phase whose steps the engine executes, before they run.
 * Returns the unit's outcome if the session failed.
 */
export const followPhaseFix = async (unit: UnitContext): Promise<UnitOutcome | undefined> => {
  const { driver, state } = unit.performer
  const { fix } = unit.phase
  if (!fix || fix.stepId !== undefined || !driver || !state.settings.adapt) return undefined
  const repaired = await repair(unit, fix)
  if ('ended' in repaired) return repaired.ended
  unit.worked = true
  return undefined
}

const unitOf = ({ context: { performer, workspace }, phase, dispatch }: AdaptationContext): UnitContext => ({
  performer,
  phase,
  dispatch,
  workspace,
})

interface Repair extends Pick<Fix, 'failure'> {
  instruction?: string
  step?: Step
  subtask?: Subtask
}

type Repaired = { done: Adaptation; durationMs: number } | { ended: UnitOutcome }

/** Runs one session that changes the workspace, and observes its changes. */
const repair = async (
  unit: UnitContext,
  { failure, instruction, step, subtask }: Repair,
): Promise<Repaired> => {
  const { performer, phase, workspace } = unit
  const prompt = buildAdaptation({
    plan: performer.state.plan,
    phase: phase.planned,
    failure,
    ...(step && { step }),
    ...(instruction === undefined ? {} : { instruction }),
  })
  const of =
    step && subtask
      ? ({ kind: 'step', subtaskId: subtask.id, stepId: step.id } as const)
      : ({ kind: 'phase' } as const)
  const began = performer.host.clock.now()
  const changesSince = await watchChanges(performer, workspace)
  const session = await runDeveloper(unit, { prompt, unit: of })
  if (session.outcome !== 'completed') return { ended: session }
  const files = await changesSince()
  return {
    done: {
      files: files.slice(0, maxFiles),
      ...(files.length > maxFiles ? { more: files.length - maxFiles } : {}),
      said: session.said?.[of.kind] ?? '',
    },
    durationMs: performer.host.clock.now() - began,
  }
}

/**
 * Judges a repaired step. A code step that the agent changed something for is not written again: its
 * validation command decides, if it has one.
 */
const runRepaired = async (
  { context, step }: AdaptationContext,
  { done, durationMs }: Extract<Repaired, { done: Adaptation }>,
  run: () => StepResult | Promise<StepResult>,
): Promise<StepResult> => {
  const isUnasked = needsPerson(step) && !context.approved
  if (step.action !== 'code' || done.files.length === 0 || isUnasked) return adapted(await run(), done)
  if (step.validationCommand !== undefined) return adapted(await executeCommand(context, step), done)
  return adapted({ observation: { durationMs }, result: { outcome: 'completed' } }, done)
}

const adapted = ({ observation, result }: StepResult, adaptation: Adaptation): StepResult => ({
  observation: { ...observation, adapted: true, adaptation },
  result,
})

const problemOf = ({ result }: StepResult): Failure | undefined => {
  if (result.outcome === 'failed')
    return result.failure.class === 'verification_failed' ? result.failure : undefined
  if (result.outcome !== 'blocked' || result.blocker !== 'unexpected_state') return undefined
  return { class: 'agent_failed', message: result.message, output: result.details.join('\n') }
}
