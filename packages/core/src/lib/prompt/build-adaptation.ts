import type { Phase, Plan, Step } from '../plan/plan-schema.ts'
import type { Failure } from '../contract/failure.ts'
import { stepCommands } from '../policy/dispatch/plan-commands.ts'
import { boundOutput } from '../text/bound-output.ts'
import { oneLine } from '../text/one-line.ts'
import { describeFailure } from './attempt/describe-failure.ts'

export interface AdaptationRequest {
  plan: Plan
  phase: Phase
  step: Step
  failure: Failure
  /** A person's answer to the question about the step. */
  instruction?: string
}

/**
 * Builds the prompt for a step that failed: its task, the failure, and how the result will be checked
 * (seed: intelligent-execution, Key Insight).
 */
export const buildAdaptation = ({ plan, phase, step, failure, instruction }: AdaptationRequest): string => {
  const commands = stepCommands(step)
  const target =
    step.action === 'code'
      ? `It changes \`${oneLine(step.filePath ?? '')}\`. Make the change there so that it has the intended effect:\n${indent(step.codeChange ?? '')}`
      : `It runs: ${commands.map((command) => `\`${oneLine(command)}\``).join(', or else ')}`
  return `${[
    `A step of phase ${phase.id} (${oneLine(phase.title)}) did not go as planned. Goal of the plan: ${oneLine(plan.goal || plan.title)}`,
    `## The step\n${oneLine(step.description)}\n${target}`,
    `## Result\n${indent(describeFailure(failure))}`,
    ...(instruction === undefined
      ? []
      : [
          `## Instruction\nA person was asked about this step. Follow the answer:\n${indent(boundOutput(instruction))}`,
        ]),
    [
      '## Task',
      '- Find the cause, and change the files here so that the step does what it was meant to do. Change nothing else.',
      '- Do not weaken tests, and do not change the purpose of the step. If you cannot avoid it, stop and explain why.',
      step.action === 'code'
        ? '- Your files are used as you leave them, and verified.'
        : '- The step runs again after you finish. Only its result counts.',
      '- Do not commit, switch branches, push or edit `.git`.',
      '- Nobody is there to answer. Decide what can be undone yourself, and say so at the end.',
    ].join('\n'),
  ].join('\n\n')}\n`
}

/** Indents foreign text, so that a heading in it is not a heading of the prompt. */
const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
