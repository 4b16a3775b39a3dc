import { nounOf, plural } from '../../text/format-count.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { openGate } from '../state/open-gate.ts'
import { planGate } from './plan-gate.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Asks a person to approve these commands of the plan, or a plan that an agent wrote, before anything begins.
 * The texts of phases that follow up other work are quoted from other people, so they are shown.
 */
export const askForPlan = (turn: Turn, commands: string[]): void => {
  const { state } = turn
  const { plan, settings } = state
  if (settings.planApproved || (commands.length === 0 && !plan.byAgent)) return
  const open = plan.phases.filter(({ status }) => status === 'pending' || status === 'in_progress')
  const follows = settings.followUps !== undefined
  const work = open.map(({ id, title, body }) => `${id}: ${title}${follows ? `\n${body}` : ''}`)
  openGate(turn, {
    id: planGate(state),
    kind: 'plan',
    phaseIds: [],
    question: questionOf(plan, commands, open, follows),
    details: [...commands, ...(follows || commands.length === 0 ? work : [])],
    suggestions: [],
    // In place the plan is committed on the branch already.
    choices: ['approve', 'reject', ...(state.settings.inPlace ? (['abort-revert'] as const) : [])],
  })
}

const questionOf = (
  { byAgent }: Plan,
  commands: string[],
  open: Plan['phases'],
  follows: boolean,
): string => {
  const runs = commands.length === 1 ? 'a command' : plural(commands.length, 'command')
  const asks = commands.length > 0 ? `This plan runs ${runs} on this machine. Approve?` : ''
  if (!follows)
    return `${byAgent ? `An agent wrote this plan of ${plural(open.length, 'phase')}. ` : ''}${asks || 'Run it?'}`
  const ids = open.map(({ id }) => id).join(', ')
  return `Address the comments below in ${nounOf(open.length, 'phase')} ${ids}? ${asks}`.trim()
}
