import type { StepContext, StepPlace, StepResult } from './unit-context.ts'
import type { Step } from '../../plan/model/step.ts'
import { labelContent } from '../../text/content/label-content.ts'
import { needsPerson } from '../../policy/needs-person.ts'
import { describeCall, stepCommands } from '../../policy/dispatch/plan-commands.ts'
import { executeCode } from './execute-code.ts'
import { executeFunction } from '../command/execute-function.ts'
import { executeCommand } from './execute-command.ts'
import { preflightStep } from './preflight-step.ts'

/**
 * Executes one structured step. A person is asked before a step of high risk or human judgment, whatever the
 * run's settings. With `preValidate`, the step's files and programs are checked first.
 */
export const executeStep = async (context: StepContext, step: Step, of: StepPlace): Promise<StepResult> => {
  const { approved = false } = context
  if (approved && step.action === 'manual')
    return { observation: { durationMs: 0 }, result: { outcome: 'completed' } }
  if (!approved && step.action === 'manual') return askFirst(context, step)
  const missing = context.performer.state.settings.preValidate
    ? await preflightStep(context, step)
    : undefined
  if (missing) return missing
  if (!approved && needsPerson(step)) return askFirst(context, step)
  if (step.action !== 'code' && step.action !== 'function') return executeCommand(context, step)
  const written = await (step.action === 'code'
    ? executeCode(context, step)
    : executeFunction({ ...context, ...of }, step))
  // The step's validation command decides the result (seed: intelligent-execution, Developer Execution Loop).
  return written.result.outcome === 'completed' && step.validationCommand !== undefined
    ? executeCommand(context, step)
    : written
}

const askFirst = ({ place, begun }: StepContext, step: Step): StepResult => {
  const isManual = step.action === 'manual'
  const why = [
    ...(step.risk === 'high' ? ['is high risk'] : []),
    ...(step.requiresHumanJudgment ? ['needs human judgment'] : []),
  ].join(' and ')
  const byHand = (isManual ? [step.command ?? ''] : stepCommands(step).slice(0, 1))
    .filter((command) => command.trim() !== '')
    .map((command) =>
      labelContent(
        `by hand, in ${step.cwd ?? 'the root'} of a checkout; what it changes there is not part of the run`,
        command,
      ),
    )
  const asks = isManual ? 'has to be done by hand. Answer done-by-hand when it is done.' : `${why}. Run it?`
  return {
    observation: { durationMs: 0 },
    result: {
      outcome: 'blocked',
      blocker: 'needs_judgment',
      stepId: step.id,
      ...(isManual ? {} : { passable: true }),
      message: `${capital(place)} ${asks}`,
      details: [
        step.description,
        step.successCriteria ?? '',
        ...(isManual ? [step.command ?? ''] : whatItDoes(step)),
        begun ? 'it was approved before, and may have run since' : '',
      ].filter((line) => line !== ''),
      ...(byHand.length > 0 && { suggestions: byHand }),
    },
  }
}

/** Describes a step's change and its commands. */
const whatItDoes = (step: Step): string[] => [
  ...(step.action === 'code' ? [`writes ${step.filePath ?? ''}:\n${step.codeChange ?? ''}`] : []),
  ...(step.action === 'function' ? [`calls the function ${describeCall(step)}`] : []),
  ...stepCommands(step).map((command, index) => {
    const place = step.cwd === undefined ? '' : ` in ${step.cwd}`
    return labelContent(`${index === 0 ? 'runs' : 'or else'}${place}`, command)
  }),
]

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
