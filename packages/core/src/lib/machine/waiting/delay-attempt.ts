import { isBetweenParts } from '../state/is-between-parts.ts'
import { moveTo } from '../state/move-to.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'

/**
 * The phase waits for what is no fault of its attempt: with `keeps` it goes on with what it has, at the unit that was under way and on
 * the commits of those before it. Where that was the first one, or nothing is kept, a new attempt is made, and this one does not count.
 */
export const delayAttempt = (turn: Turn, phase: PhaseState, keeps: boolean): void => {
  const between = keeps && isBetweenParts(phase)
  phase.resumeAt = between ? 'unit' : undefined
  phase.keeps = keeps && !between && phase.attempt.work !== undefined
  if (!between) phase.effort.tries--
  moveTo(turn.state, phase, 'retrying')
  turn.state.schedule.resuming.push(phase.index)
}
