import type { PhaseState } from '../state/phase-state.ts'

/** What was done and never committed went with its workspace: it is to be done again. */
export const forgetUnsaved = (phase: PhaseState): void => {
  for (const id of phase.unsaved?.steps ?? []) {
    phase.stepStatus.delete(id)
    phase.adapted?.delete(id)
    phase.fallbacks?.delete(id)
  }
  for (const id of phase.unsaved?.subtasks ?? []) phase.subtaskStatus.delete(id)
  phase.unsaved = undefined
}
