/**
 * Counts the subtasks of a phase that are done, as `2/3 subtasks` (seed: phased-execution-draft, dashboard).
 * Undefined for a phase with fewer than two.
 */
export const describeCount = (subtasks: readonly { readonly status: string }[] = []): string | undefined => {
  if (subtasks.length < 2) return undefined
  const done = subtasks.filter(({ status }) => status === 'completed' || status === 'external')
  return `${done.length}/${subtasks.length} subtasks`
}
