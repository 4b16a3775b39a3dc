import type { PhaseState } from '../machine/run-state.ts'
import type { Step, Subtask } from '../plan/plan-schema.ts'
import type { Failure } from '../policy/failure.ts'
import { buildAdaptation } from '../prompt/build-adaptation.ts'
import { executeCommand } from './execute-command.ts'
import { startSession } from './run-session.ts'
import type { StepContext, StepResult } from './step-result.ts'

export interface Adaptation {
  context: StepContext
  phase: PhaseState
  subtask: Subtask
  step: Step
  /** How the step went. */
  tried: StepResult
}

/**
 * Lets an agent mend a step that did not go as planned, where the rules want that and there is one.
 *
 * A command is run once more afterwards, and its result decides; a file that the agent wrote counts as written.
 * What asks for a person, or for a tool that is not there, is not the agent's to mend.
 */
export const adaptStep = async (adaptation: Adaptation): Promise<StepResult> => {
  const { context, phase, subtask, step, tried } = adaptation
  const { engine } = context
  const problem = problemOf(tried)
  if (problem === undefined || !engine.driver || !engine.state.settings.adapt) return tried
  const prompt = buildAdaptation({ plan: engine.state.plan, phase: phase.phase, step, failure: problem })
  const unit = { kind: 'step', subtaskId: subtask.id, stepId: step.id } as const
  const session = await startSession({ engine, phase, workspace: context.workspace }, { prompt, unit })
  // An agent that found no way says less than the step did. A login that is missing, or a rate limit, is another matter.
  if (session.outcome === 'failed' && session.failure.class === 'agent_failed') return tried
  if (session.outcome !== 'completed') return { ...tried, result: session }
  if (step.action !== 'code') return adapted(await executeCommand(context, step))
  const { durationMs } = tried.observation
  return adapted({ observation: { durationMs }, result: { outcome: 'completed' } })
}

const adapted = ({ observation, result }: StepResult): StepResult => ({
  observation: { ...observation, adapted: true },
  result,
})

const problemOf = ({ result }: StepResult): Failure | undefined => {
  if (result.outcome === 'failed')
    return result.failure.class === 'verification_failed' ? result.failure : undefined
  if (result.outcome !== 'blocked' || result.blocker !== 'unexpected_state') return undefined
  return { class: 'agent_failed', message: result.message, output: result.details.join('\n') }
}
