import type { PhaseState } from '../state/phase-state.ts'

/** Returns the work of an interrupted unit as {@link returnToStep} does, and leaves the statuses. */
export const returnWork = ({ attempt, stepStatus }: PhaseState, failed?: string): void => {
  const running = failed ?? [...stepStatus].find(([, how]) => how === 'running')?.[0]
  if (running !== undefined && attempt.beforeStep?.stepId === running) attempt.work = attempt.beforeStep.work
}

/** Makes the parts that a person stopped pending again; with `running` also those that were interrupted. */
export const forgetCancelled = ({ stepStatus, subtaskStatus }: PhaseState, running = false): void => {
  for (const status of [stepStatus, subtaskStatus])
    for (const [part, how] of status)
      if (how === 'cancelled' || (running && how === 'running')) status.delete(part)
}

/**
 * Returns an interrupted unit to the commit before the structured step that was interrupted, if there is one.
 * A session instead continues in its half-finished tree. `failed`: the step that was interrupted, if its end
 * was recorded.
 */
export const returnToStep = (phase: PhaseState, failed?: string): void => {
  returnWork(phase, failed)
  if (failed !== undefined) phase.stepStatus.delete(failed)
  forgetCancelled(phase, true)
}
