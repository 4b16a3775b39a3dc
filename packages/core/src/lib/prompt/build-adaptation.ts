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
 * The prompt for a step that did not go as planned: what it was to do, what happened, and how its end will be seen
 * (seed: intelligent-execution, Key Insight).
 */
export const buildAdaptation = ({ plan, phase, step, failure }: AdaptationRequest): string => {
  const commands = stepCommands(step)
  const target =
    step.action === 'code'
      ? `It changes \`${oneLine(step.filePath ?? '')}\`. Make the change there so that it does what is meant:\n${indent(step.codeChange ?? '')}`
      : `It runs: ${commands.map((command) => `\`${oneLine(command)}\``).join(', or else ')}`
  const observed = [
    boundOutput(failure.message),
    ...(failure.command === undefined ? [] : [`ran: ${failure.command}`]),
    ...(failure.output ? [boundOutput(failure.output)] : []),
  ]
  return `${[
    `A step of phase ${phase.id} (${oneLine(phase.title)}) did not go as planned. The plan's goal: ${oneLine(plan.goal || plan.title)}`,
    `## The step\n${oneLine(step.description)}\n${target}`,
    `## What happened\n${indent(observed.join('\n'))}`,
    [
      '## What to do',
      '- Find out why, and change the files here so that the step does what it is meant to. No more than that.',
      '- Do not weaken tests, and do not change what the step is for. If that cannot be kept, stop and say why.',
      step.action === 'code'
        ? '- The files that you leave are taken as they are and verified.'
        : '- The step is run again after you: only its result counts.',
      '- Do not commit.',
    ].join('\n'),
  ].join('\n\n')}\n`
}

/** Indented, so that a heading in foreign text is none of ours. */
const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
