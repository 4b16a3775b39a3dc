import type { PhaseState } from './phase-state.ts'

/** What was done and never committed went with its workspace: it is to be done again. */
export const forgetUnsaved = ({ unsaved, stepStatus, subtaskStatus, adapted }: PhaseState): void => {
  for (const id of unsaved.steps) {
    stepStatus.delete(id)
    adapted.delete(id)
  }
  for (const id of unsaved.subtasks) subtaskStatus.delete(id)
  unsaved.steps.clear()
  unsaved.subtasks.clear()
}
