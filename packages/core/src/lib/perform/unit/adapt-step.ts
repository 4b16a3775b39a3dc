import type { FrozenPhase } from '../../machine/state/frozen-state.ts'
import type { Step, Subtask } from '../../plan/plan-schema.ts'
import type { Adaptation } from '../../event/adaptation.ts'
import type { Failure } from '../../contract/failure.ts'
import { needsPerson } from '../../policy/needs-person.ts'
import { buildAdaptation } from '../../prompt/build-adaptation.ts'
import { executeCommand } from './execute-command.ts'
import { runDeveloper } from './ask-developer.ts'
import type { StepContext, StepResult } from './unit-context.ts'
import { watchChanges } from './watch-changes.ts'

/** Files that are named one by one. */
const maxFiles = 40

export interface AdaptationContext {
  context: StepContext
  phase: FrozenPhase
  subtask: Subtask
  step: Step
  /** How the step went. */
  tried: StepResult
}

/**
 * Lets an agent mend a step that did not go as planned, where the rules want that and there is one.
 *
 * A command is run once more afterwards, and its result decides; a file that the agent wrote counts as written. Which files it
 * changed is seen, not asked for.
 * What asks for a person, or for a tool that is not there, is not the agent's to mend.
 */
export const adaptStep = async (adaptation: AdaptationContext): Promise<StepResult> => {
  const { context, phase, subtask, step, tried } = adaptation
  const { performer } = context
  // A person is asked before anybody does such a step.
  if (needsPerson(step) && phase.approvedSteps?.has(step.id) !== true) return tried
  const problem = problemOf(tried)
  if (problem === undefined || !performer.driver || !performer.state.settings.adapt) return tried
  const prompt = buildAdaptation({ plan: performer.state.plan, phase: phase.planned, step, failure: problem })
  const unit = { kind: 'step', subtaskId: subtask.id, stepId: step.id } as const
  const changesSince = await watchChanges(performer, context.workspace)
  const session = await runDeveloper({ performer, phase, workspace: context.workspace }, { prompt, unit })
  // An agent that found no way says less than the step did. A login that is missing, or a rate limit, is another matter.
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
