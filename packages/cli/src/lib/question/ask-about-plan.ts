import { type GateAnswer, type GateQuestion, type GeneratedPlan, plainLabel } from '@amelia/core'
import type { Terminal } from '../terminal/terminal.ts'
import type { GateAsker } from './ask-at-terminal.ts'

/**
 * Shows a plan that an agent wrote, and asks whether to use it. Returns undefined if the person leaves the
 * question open; an answer with feedback asks for another plan.
 */
export const askAboutPlan = (
  terminal: Pick<Terminal, 'screen'>,
  asker: Pick<GateAsker, 'ask'>,
  { plan, text, issues, tries }: GeneratedPlan,
): Promise<GateAnswer | undefined> => {
  const shown = text
    .trimEnd()
    .split('\n')
    .map((line) => ' '.repeat(line.length - line.trimStart().length) + plainLabel(line))
  terminal.screen.write(`${shown.join('\n')}\n`)
  const id = `plan-${tries}`
  const question: GateQuestion = {
    id,
    kind: 'plan',
    phaseIds: [],
    question: `The agent wrote this plan of ${plan.phases.length === 1 ? '1 phase' : `${plan.phases.length} phases`}. Use it?`,
    details: issues.map(({ severity, line, message }) => `${severity} in line ${line}: ${message}`),
    suggestions: [
      'reject with a reason: the agent writes another plan that follows it',
      'Ctrl-D: leave the plan as it is, without approval',
    ],
    choices: {
      approve: () => ({ gateId: id, choice: 'approve' }),
      reject: (feedback) => ({
        gateId: id,
        choice: 'reject',
        ...(feedback !== undefined && { feedback }),
      }),
    },
  }
  return asker.ask(question)
}
