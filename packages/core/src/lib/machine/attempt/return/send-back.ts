import type { Unit } from '../../../contract/driver.ts'
import { isOpen } from '../../../policy/dispatch/is-open.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { RunState } from '../../state/run-state.ts'
import type { SentBack } from '../../state/attempt.ts'
import { emit, type Turn } from '../../state/turn.ts'
import { queueResume } from '../../waiting/queue-resume.ts'
import { park } from '../end-attempt.ts'

/**
 * Returns an attempt to its last session, once for each reason, and reports whether it did. The attempt goes
 * on with its work, and no attempt is used.
 */
export const sendBack = (turn: Turn, phase: PhaseState, note: SentBack): boolean => {
  const { attempt } = phase
  const unitIndex = attempt.units.findLastIndex((unit) => sessionsIn(turn.state, phase, unit).length > 0)
  if (unitIndex < 0 || attempt.returns >= 2 || attempt.sentBack?.reason === note.reason) return false
  park(turn, phase)
  attempt.returns++
  attempt.sentBack = note
  attempt.unitIndex = unitIndex
  Object.assign(attempt, { reviewPassed: false, checkpointPassed: false })
  const [subtask] = sessionsIn(turn.state, phase, attempt.units[unitIndex]!).slice(-1)
  if (subtask !== undefined) phase.subtaskStatus.delete(subtask)
  emit(turn, 'phase_returned', { phaseId: phase.id, attempt: attempt.number, ...note })
  queueResume(turn, phase, 'unit')
  return true
}

/** Whether a session worked on the attempt. */
export const hasSession = (state: RunState, phase: PhaseState): boolean =>
  phase.attempt.units.some((unit) => sessionsIn(state, phase, unit).length > 0)

/** The subtasks of a unit that an agent does; the empty id for a phase without subtasks. */
const sessionsIn = (state: RunState, phase: PhaseState, unit: Unit): string[] => {
  if (state.provider === undefined) return []
  const { subtasks } = phase.planned
  if (subtasks.length === 0) return ['']
  const byAgent = phase.byAgent || state.settings.steps === 'driver'
  return subtasks
    .filter((subtask) => isOpen(subtask) && phase.subtaskStatus.get(subtask.id) !== 'skipped')
    .filter(({ steps }) => byAgent || steps.length === 0)
    .map(({ id }) => id)
    .filter(
      (id) =>
        unit.kind === 'phase' ||
        (unit.kind === 'parallel' ? unit.subtaskIds.includes(id) : unit.subtaskId === id),
    )
}
