import type { PhaseState } from '../state/phase-state.ts'

/**
 * Returns an interrupted unit to the commit before the structured step that was interrupted, if there is one.
 * A session instead continues in its half-finished tree. `failed`: the step that was interrupted, if its end
 * was recorded.
 */
export const returnToStep = (phase: PhaseState, failed?: string): void => {
  const { attempt, stepStatus, subtaskStatus } = phase
  const running = failed ?? [...stepStatus].find(([, how]) => how === 'running')?.[0]
  if (running !== undefined && attempt.beforeStep?.stepId === running) attempt.work = attempt.beforeStep.work
  if (failed !== undefined) stepStatus.delete(failed)
  for (const status of [stepStatus, subtaskStatus])
    for (const [part, how] of status) if (how === 'running' || how === 'cancelled') status.delete(part)
}
