import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'

/** Whether the agent does the phase's structured steps, too. */
export const isByAgent = ({ provider, settings }: RunState, { byAgent }: PhaseState): boolean =>
  provider !== undefined && (byAgent || settings.steps === 'driver')

/**
 * Resets steps and subtasks, except skipped ones and those that the engine has executed, if their work is
 * kept.
 */
export const resetParts = (state: RunState, phase: PhaseState, hasWork: boolean): void => {
  const { skippedParts } = state
  const kept = hasWork && !isByAgent(state, phase)
  for (const { id, steps } of phase.planned.subtasks) {
    const done = kept && steps.length > 0 && phase.subtaskStatus.get(id) === 'completed'
    if (skippedParts.subtasks.has(id)) phase.subtaskStatus.set(id, 'skipped')
    else if (!done) phase.subtaskStatus.delete(id)
    for (const step of steps) {
      if (skippedParts.steps.has(step.id)) phase.stepStatus.set(step.id, 'skipped')
      else if (!kept || phase.stepStatus.get(step.id) !== 'completed') phase.stepStatus.delete(step.id)
    }
  }
}
