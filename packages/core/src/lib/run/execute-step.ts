import type { StepContext, StepResult } from './step-result.ts'
import type { Step } from '../plan/plan-schema.ts'
import { executeCode } from './execute-code.ts'
import { executeCommand } from './execute-command.ts'
import { lookAtStep } from './look-at-step.ts'

/**
 * Carries out one structured step. A person is asked first where the plan says so, and what it needs is looked at before it begins
 * where the rules say so.
 */
export const executeStep = async (
  context: StepContext,
  step: Step,
  approved: boolean,
): Promise<StepResult> => {
  if (approved && step.action === 'manual')
    return { observation: { durationMs: 0 }, result: { outcome: 'completed' } }
  if (!approved && (step.action === 'manual' || step.requiresHumanJudgment)) return askFirst(context, step)
  const missing = context.engine.state.settings.preValidate ? await lookAtStep(context, step) : undefined
  if (missing) return missing
  if (step.action !== 'code') return executeCommand(context, step)
  const written = await executeCode(context, step)
  // What the plan gives to see whether the change is right decides (seed: intelligent-execution, Developer Execution Loop).
  return written.result.outcome === 'completed' && step.validationCommand !== undefined
    ? executeCommand(context, step)
    : written
}

const askFirst = ({ place }: StepContext, step: Step): StepResult => {
  const asks =
    step.action === 'manual'
      ? 'is to be done by hand. Accept it when it is done'
      : 'asks for a person. Accept it to go on'
  return {
    observation: { durationMs: 0 },
    result: {
      outcome: 'blocked',
      blocker: 'needs_judgment',
      stepId: step.id,
      message: `${capital(place)} ${asks}.`,
      details: [step.description, step.successCriteria ?? '', step.command ?? ''].filter(
        (line) => line !== '',
      ),
    },
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
