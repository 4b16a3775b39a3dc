import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Step, Subtask } from '../../plan/plan-schema.ts'
import type { Adaptation } from '../../event/adaptation.ts'
import type { Failure } from '../../contract/failure.ts'
import { needsPerson } from '../../policy/needs-person.ts'
import { buildAdaptation } from '../../prompt/build-adaptation.ts'
import { executeCommand } from './execute-command.ts'
import { runDeveloper } from './ask-developer.ts'
import type { StepContext, StepResult } from './unit-context.ts'
import { watchChanges } from './watch-changes.ts'

/** Files to list. */
const maxFiles = 40

export interface AdaptationContext {
  context: StepContext
  phase: FrozenPhase
  dispatch: number
  subtask: Subtask
  step: Step
  /** The result of the step. */
  tried: StepResult
}

/**
 * Lets an agent fix a failed step, if the settings allow it and the run has an agent.
 *
 * A command runs once more afterwards, and its result decides; a file that the agent wrote counts as written.
 * The changed files are observed, not reported by the agent. Steps that need a person or a missing tool are
 * not adapted.
 */
export const adaptStep = async (adaptation: AdaptationContext): Promise<StepResult> => {
  const { context, phase, dispatch, subtask, step, tried } = adaptation
  const { performer } = context
  // A person must approve such a step before anyone executes it.
  if (needsPerson(step) && phase.approvedSteps?.has(step.id) !== true) return tried
  const problem = problemOf(tried)
  if (problem === undefined || !performer.driver || !performer.state.settings.adapt) return tried
  const instruction = phase.failures.at(-1)?.answer?.text
  const prompt = buildAdaptation({
    plan: performer.state.plan,
    phase: phase.planned,
    step,
    failure: problem,
    ...(instruction === undefined ? {} : { instruction }),
  })
  const unit = { kind: 'step', subtaskId: subtask.id, stepId: step.id } as const
  const changesSince = await watchChanges(performer, context.workspace)
  const session = await runDeveloper(
    { performer, phase, dispatch, workspace: context.workspace },
    { prompt, unit },
  )
  // If the agent failed, report the step's own failure. A missing login or a rate limit is reported itself.
  if (session.outcome === 'failed' && session.failure.class === 'agent_failed') return tried
  if (session.outcome !== 'completed') return { ...tried, result: session }
  const files = await changesSince()
  const done: Adaptation = {
    files: files.slice(0, maxFiles),
    ...(files.length > maxFiles ? { more: files.length - maxFiles } : {}),
    said: session.said?.[unit.kind] ?? '',
  }
  if (step.action !== 'code') return adapted(await executeCommand(context, step), done)
  const { durationMs } = tried.observation
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
