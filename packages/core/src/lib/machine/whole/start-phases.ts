import { closePhase, skipPhase } from '../attempt/close-phase.ts'
import { isTerminal } from '../state/move-to.ts'
import { readyPhase } from '../waiting/ready-phase.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Marks phases without unmet dependencies ready, and closes those the plan marks done, skipped or cancelled.
 */
export const startPhases = (turn: Turn): void => {
  const { state } = turn
  for (const phase of state.phases)
    if (phase.missing === 0 && phase.status === 'pending') readyPhase(state, phase)
  for (const phase of state.phases) {
    const { status } = phase.planned
    if (isTerminal(phase)) continue
    if (status === 'done' || status === 'skipped') closePhase(turn, phase, 'external')
    else if (status === 'deferred' || status === 'cancelled')
      skipPhase(turn, phase, `The plan says that it is ${status}.`)
  }
}
