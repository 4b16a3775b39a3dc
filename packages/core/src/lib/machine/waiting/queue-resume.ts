import { moveTo } from '../state/move-to.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'

/** Queues an attempt to continue at this point once a place is free. */
export const queueResume = (turn: Turn, phase: PhaseState, at: NonNullable<PhaseState['resumeAt']>): void => {
  phase.resumeAt = at
  moveTo(turn.state, phase, 'ready')
  turn.state.schedule.resuming.push(phase.index)
}
