import type { ReportedStatus } from '../event/phase-status.ts'

interface Counted {
  readonly status: string
  readonly claimed?: boolean | undefined
}

/**
 * Counts the subtasks of a phase that are done, as `2/3 subtasks` (seed: phased-execution-draft, dashboard).
 * A subtask that is done only by its agent's claim counts once the phase is completed; until then it is named
 * as claimed. Undefined for a phase with fewer than two.
 */
export const describeCount = (
  subtasks: readonly { readonly status: string; readonly claimed?: boolean | undefined }[] = [],
  phase?: ReportedStatus,
): string | undefined => {
  if (subtasks.length < 2) return undefined
  const done = subtasks.filter((subtask) => isDone(subtask, phase)).length
  const claimed = subtasks.filter(({ status }) => over.has(status)).length - done
  return `${done}/${subtasks.length} subtasks${claimed === 0 ? '' : `, ${claimed} claimed`}`
}

/** Whether a subtask of a phase is done, and not only claimed to be. */
export const isDone = ({ status, claimed = false }: Counted, phase?: ReportedStatus): boolean =>
  over.has(status) && (!claimed || phase === 'completed')

const over: ReadonlySet<string> = new Set(['completed', 'external'])
