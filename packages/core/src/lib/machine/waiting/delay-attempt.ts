import { isBetweenParts } from '../state/is-between-parts.ts'
import { moveTo } from '../state/move-to.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Queues an attempt that was interrupted without having failed. With `keeps` it continues at the interrupted
 * unit, on the commits of earlier units. If that was the first unit, or nothing is kept, a new attempt
 * starts, and this one does not count.
 */
export const delayAttempt = (turn: Turn, phase: PhaseState, keeps: boolean): void => {
  const between = keeps && isBetweenParts(phase)
  phase.resumeAt = between ? 'unit' : undefined
  phase.keeps = keeps && !between && phase.attempt.work !== undefined
  if (!between) phase.effort.tries--
  moveTo(turn.state, phase, 'retrying')
  turn.state.schedule.resuming.push(phase.index)
}
