import type { Plan } from '../../plan/model/plan.ts'
import { openGate } from '../state/open-gate.ts'
import { planGate } from './plan-gate.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Asks a person to approve these commands of the plan, or a plan that an agent wrote, before anything begins.
 */
export const askForPlan = (turn: Turn, commands: string[]): void => {
  const { state } = turn
  const { plan, settings } = state
  if (settings.planApproved || (commands.length === 0 && !plan.byAgent)) return
  openGate(turn, {
    id: planGate(state),
    kind: 'plan',
    phaseIds: [],
    question: questionOf(plan, commands),
    details: commands.length > 0 ? commands : plan.phases.map(({ id, title }) => `${id}: ${title}`),
    suggestions: [],
    // In place the plan is committed on the branch already.
    choices: ['approve', 'reject', ...(state.settings.inPlace ? (['abort-revert'] as const) : [])],
  })
}

const questionOf = ({ byAgent, phases }: Plan, commands: string[]): string => {
  const wrote = byAgent ? `An agent wrote this plan of ${count(phases.length, 'phase')}. ` : ''
  const runs = commands.length === 1 ? 'a command' : count(commands.length, 'command')
  return `${wrote}${commands.length === 0 ? 'Run it?' : `This plan runs ${runs} on this machine. Approve?`}`
}

const count = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`
