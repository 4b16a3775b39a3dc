import type { Unit } from '../../../contract/driver.ts'
import { isOpen } from '../../../policy/dispatch/is-open.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { RunState } from '../../state/run-state.ts'

/** Whether a session worked on the attempt. */
export const hasSession = (state: RunState, phase: PhaseState): boolean => lastSessionUnit(state, phase) >= 0

/** The index of the last unit of the attempt that an agent works on; -1 if there is none. */
export const lastSessionUnit = (state: RunState, phase: PhaseState): number =>
  phase.attempt.units.findLastIndex((unit) => sessionsIn(state, phase, unit).length > 0)

/** The subtasks of a unit that an agent does; the empty id for a phase without subtasks. */
export const sessionsIn = (state: RunState, phase: PhaseState, unit: Unit): string[] => {
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
