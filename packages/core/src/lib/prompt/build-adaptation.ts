import type { Phase, Plan, Step } from '../plan/plan-schema.ts'
import type { Failure } from '../contract/failure.ts'
import { boundOutput } from '../text/bound-output.ts'
import { stepCommands } from '../policy/dispatch/plan-commands.ts'
import { oneLine } from '../text/one-line.ts'

export interface AdaptationRequest {
  plan: Plan
  phase: Phase
  step: Step
  failure: Failure
}

/**
 * Builds the prompt for a step that failed: its task, the failure, and how the result will be checked
 * (seed: intelligent-execution, Key Insight).
 */
export const buildAdaptation = ({ plan, phase, step, failure }: AdaptationRequest): string => {
  const commands = stepCommands(step)
  const target =
    step.action === 'code'
      ? `It changes \`${oneLine(step.filePath ?? '')}\`. Make the change there so that it has the intended effect:\n${indent(step.codeChange ?? '')}`
      : `It runs: ${commands.map((command) => `\`${oneLine(command)}\``).join(', or else ')}`
  const observed = [
    boundOutput(failure.message),
    ...(failure.command === undefined ? [] : [`ran: ${failure.command}`]),
    ...(failure.output ? [boundOutput(failure.output)] : []),
  ]
  return `${[
    `A step of phase ${phase.id} (${oneLine(phase.title)}) did not go as planned. Goal of the plan: ${oneLine(plan.goal || plan.title)}`,
    `## The step\n${oneLine(step.description)}\n${target}`,
    `## Result\n${indent(observed.join('\n'))}`,
    [
      '## Task',
      '- Find the cause, and change the files here so that the step does what it was meant to do. Change nothing else.',
      '- Do not weaken tests, and do not change the purpose of the step. If you cannot avoid it, stop and explain why.',
      step.action === 'code'
        ? '- Your files are used as you leave them, and verified.'
        : '- The step runs again after you finish. Only its result counts.',
      '- Do not commit.',
    ].join('\n'),
  ].join('\n\n')}\n`
}

/** Indents foreign text, so that a heading in it is not a heading of the prompt. */
const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
