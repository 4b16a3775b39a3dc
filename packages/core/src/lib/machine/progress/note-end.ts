import type { PhaseState, SubtaskRun } from '../state/phase-state.ts'

/** Records the end of a subtask's run in the present attempt. */
export const noteEnd = (
  phase: PhaseState,
  subtaskId: string,
  end: { endedAt: number; error: string | undefined; claimed?: true },
): void => {
  const { number: attempt } = phase.attempt
  const last = phase.subtaskRuns.get(subtaskId)
  const { error, ...rest } = end
  const { error: _, ...run }: SubtaskRun = last?.attempt === attempt ? last : { attempt }
  phase.subtaskRuns.set(subtaskId, { ...run, ...rest, ...(error === undefined ? {} : { error }) })
}
