import type { Failure } from '../../contract/failure.ts'
import type { Attempt } from '../state/attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'

/** An agent that cannot resume loses each session that it has to correct. */
const mostLost = 2

/**
 * Whether the unit continues at once after this failure: its first idle timeout, or one of the first losses
 * of a known session.
 */
export const mayContinue = (
  { attempt, sessions }: Pick<PhaseState, 'attempt' | 'sessions'>,
  { class: failureClass }: Failure,
): boolean =>
  (failureClass === 'hung' && attempt.idleStops === 0) ||
  (failureClass === 'session_lost' &&
    attempt.lostSessions < mostLost &&
    sessionKeys(attempt).some((key) => sessions.has(key)))

/** The keys of the unit's sessions. */
export const sessionKeys = ({ units, unitIndex }: Attempt): string[] => {
  const unit = units[unitIndex]
  if (!unit || unit.kind === 'phase') return ['phase']
  return unit.kind === 'parallel' ? unit.subtaskIds : [unit.subtaskId]
}
