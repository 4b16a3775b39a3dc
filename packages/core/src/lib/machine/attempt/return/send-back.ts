import type { PhaseState } from '../../state/phase-state.ts'
import type { SentBack } from '../../state/attempt.ts'
import { emit, type Turn } from '../../state/turn.ts'
import { queueResume } from '../../waiting/queue-resume.ts'
import { park } from '../park.ts'
import { lastSessionUnit, sessionsIn } from '../round/sessions-in.ts'

/**
 * Returns an attempt to its last session, once for each reason, and reports whether it did. The attempt goes
 * on with its work, and no attempt is used.
 */
export const sendBack = (turn: Turn, phase: PhaseState, note: SentBack): boolean => {
  const { attempt } = phase
  const unitIndex = lastSessionUnit(turn.state, phase)
  if (unitIndex < 0 || attempt.returns >= 2 || attempt.sentBack?.reason === note.reason) return false
  park(turn, phase)
  attempt.returns++
  attempt.sentBack = note
  attempt.unitIndex = unitIndex
  Object.assign(attempt, { reviewPassed: false, checkpointPassed: false })
  const [subtask] = sessionsIn(turn.state, phase, attempt.units[unitIndex]!).slice(-1)
  if (subtask !== undefined) phase.subtaskStatus.delete(subtask)
  const { number, round } = attempt
  emit(turn, 'phase_returned', { phaseId: phase.id, attempt: number, round, ...note })
  queueResume(turn, phase, 'unit')
  return true
}
