import type { Phase } from '../plan/model/phase.ts'
import type { Plan } from '../plan/model/plan.ts'
import type { Step } from '../plan/model/step.ts'
import type { Failure } from '../contract/failure.ts'
import { stepCommands } from '../policy/dispatch/plan-commands.ts'
import { boundOutput } from '../text/bound-output.ts'
import { oneLine } from '../text/one-line.ts'
import { describeFailure } from './attempt/describe-failure.ts'

export interface AdaptationRequest {
  plan: Plan
  phase: Phase
  /** The step that failed. Without it, the steps of the phase run afterwards. */
  step?: Step
  failure: Failure
  /** A person's answer to the question about the failure. */
  instruction?: string
}

/**
 * Builds the prompt for a step, or a phase of steps, that failed: its task, the failure, a person's
 * instruction, and how the result will be checked (seed: intelligent-execution, Key Insight).
 */
export const buildAdaptation = ({ plan, phase, step, failure, instruction }: AdaptationRequest): string =>
  `${[
    `${step ? 'A step of phase' : 'Phase'} ${phase.id} (${oneLine(phase.title)}) did not go as planned. Goal of the plan: ${oneLine(plan.goal || plan.title)}`,
    ...(step ? [`## The step\n${oneLine(step.description)}\n${describeTarget(step)}`] : []),
    `## Result\n${indent(describeFailure(failure))}`,
    ...(instruction === undefined
      ? []
      : [
          `## Instruction\nA person was asked about this ${step ? 'step' : 'phase'}. Follow the answer:\n${indent(boundOutput(instruction.trim()))}`,
        ]),
    [
      '## Task',
      `- Find the cause, and change the files here so that the ${step ? 'step does what it was' : 'phase does what it is'} meant to do. Change nothing else.`,
      `- Do not weaken tests, and do not change the purpose of the ${step ? 'step' : 'phase'}. If you cannot avoid it, stop and explain why.`,
      describeJudgement(step),
      '- Do not commit, switch branches, push or edit `.git`.',
      '- Nobody is there to answer. Decide what can be undone yourself, and say so at the end.',
    ].join('\n'),
  ].join('\n\n')}\n`

const describeTarget = (step: Step): string =>
  step.action === 'code'
    ? `It changes \`${oneLine(step.filePath ?? '')}\`. Make the change there so that it has the intended effect:\n${indent(step.codeChange ?? '')}`
    : `It runs: ${listCommands(step)}`

const describeJudgement = (step: Step | undefined): string => {
  if (!step)
    return '- The remaining steps and the checks of the phase run after you finish. Only their results count.'
  if (step.action !== 'code') return '- The step runs again after you finish. Only its result counts.'
  if (step.validationCommand === undefined) return '- Your files are used as you leave them, and verified.'
  return `- Your files are used as you leave them. Then ${listCommands(step)} runs, and only its result counts.`
}

const listCommands = (step: Step): string =>
  stepCommands(step)
    .map((command) => `\`${oneLine(command)}\``)
    .join(', or else ')

/** Indents foreign text, so that a heading in it is not a heading of the prompt. */
const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
