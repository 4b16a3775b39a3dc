import type { PhaseState } from '../state/phase-state.ts'

/** Forgets parts that ended after the last commit: their results are gone with the workspace. */
export const forgetUnsaved = (phase: PhaseState): void => {
  for (const id of phase.attempt.unsaved?.steps ?? []) {
    phase.stepStatus.delete(id)
    phase.attempt.adapted?.delete(id)
    phase.attempt.fallbacks?.delete(id)
  }
  for (const id of phase.attempt.unsaved?.subtasks ?? []) phase.subtaskStatus.delete(id)
  phase.attempt.unsaved = undefined
}
