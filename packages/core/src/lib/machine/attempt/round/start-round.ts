import type { Unit } from '../../../contract/driver.ts'
import type { RoundCause } from '../../../contract/round-cause.ts'
import { createRound } from '../../state/attempt.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { RunState } from '../../state/run-state.ts'
import { emit, type Turn } from '../../state/turn.ts'
import { resetParts } from '../../progress/reset-parts.ts'
import { queueResume } from '../../waiting/queue-resume.ts'
import { park } from '../park.ts'
import { lastSessionUnit, sessionsIn } from './sessions-in.ts'

/** A round, with its facts in lines. */
export interface RoundStart {
  cause: RoundCause
  details: string[]
  /** Which one of its kind it is, if they are limited, and the limit. */
  limit?: { count: number; rounds: number } | undefined
}

/**
 * Starts another round of an attempt in its last session, on its work, and reports whether it did. Work that
 * does not fit the run's head continues merged with it, if the backend could merge it.
 *
 * No attempt is used. An attempt without a session, whose steps the engine executes, has no rounds.
 */
export const startRound = (turn: Turn, phase: PhaseState, start: RoundStart): boolean => {
  if (!mayStartRound(turn.state, phase)) return false
  park(turn, phase)
  beginRound(turn.state, phase, start.cause)
  emitRound(turn, phase, phase.attempt.round, start)
  queueResume(turn, phase, 'unit')
  return true
}

/** Emits that a round begins, and why. */
export const emitRound = (
  turn: Turn,
  { id: phaseId, attempt }: PhaseState,
  round: number,
  { cause: reason, details, limit }: RoundStart,
): void =>
  emit(turn, 'phase_returned', { phaseId, attempt: attempt.number, round, ...limit, reason, details })

/** Whether the attempt has a session, and work that a round can continue. */
export const mayStartRound = (state: RunState, phase: PhaseState): boolean => {
  const { collided, mergedWork } = phase.attempt
  return (!collided || mergedWork !== undefined) && roundUnit(state, phase) >= 0
}

/** Replaces the attempt of a phase that is not active by its next round, which begins with a session. */
export const beginRound = (state: RunState, phase: PhaseState, cause: RoundCause): void => {
  const unitIndex = roundUnit(state, phase)
  const { collided, mergedWork } = phase.attempt
  phase.attempt = createRound(phase.attempt, { cause, merged: collided ? mergedWork : undefined })
  phase.attempt.unitIndex = unitIndex
  phase.keeps = false
  const unit = phase.attempt.units[unitIndex]!
  if (unit.kind === 'phase') resetParts(state, phase, true)
  else phase.subtaskStatus.delete(sessionsIn(state, phase, unit).at(-1)!)
}

/**
 * The unit that a round begins with: the one that did not come to its end, or the last one with a session. At
 * a question after a unit, the next one has not begun.
 */
const roundUnit = (state: RunState, phase: PhaseState): number => {
  const { units, keptAt } = phase.attempt
  const unitIndex = phase.attempt.unitIndex - (keptAt === 'unit' ? 1 : 0)
  const open: Unit | undefined = units[unitIndex]
  if (open) return sessionsIn(state, phase, open).length > 0 ? unitIndex : -1
  return lastSessionUnit(state, phase)
}
