import type { PhaseState } from '../state/phase-state.ts'

/** What was done and never committed went with its workspace: it is to be done again. */
export const forgetUnsaved = (phase: PhaseState): void => {
  for (const id of phase.attempt.unsaved?.steps ?? []) {
    phase.stepStatus.delete(id)
    phase.attempt.adapted?.delete(id)
    phase.attempt.fallbacks?.delete(id)
  }
  for (const id of phase.attempt.unsaved?.subtasks ?? []) phase.subtaskStatus.delete(id)
  phase.attempt.unsaved = undefined
}
