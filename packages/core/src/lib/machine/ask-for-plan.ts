import { openGate } from './open-gate.ts'
import { planGate } from './plan-gate.ts'
import type { Turn } from './turn.ts'

/** Nothing begins before somebody has agreed to these commands of the plan. */
export const askForPlan = (turn: Turn, commands: string[]): void => {
  const { state } = turn
  if (state.settings.planApproved || commands.length === 0) return
  openGate(turn, {
    id: planGate(state),
    kind: 'plan',
    phaseIds: [],
    question: `This plan runs ${commands.length === 1 ? 'a command' : `${commands.length} commands`} on this machine. Go on?`,
    details: commands,
    suggestions: [],
    // In place the plan is committed on the branch already.
    choices: ['approve', 'reject', ...(state.settings.inPlace ? (['abort-revert'] as const) : [])],
  })
}
