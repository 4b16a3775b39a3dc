import type { DashboardRun } from '../source/dashboard-source.ts'
import { words } from '@amelia/core/view'

/**
 * Finds the runs whose title, id, branch, status or labels contain all words, in any case. `question` finds
 * those with an open question.
 */
export const findRuns = (runs: readonly DashboardRun[], search: string): DashboardRun[] => {
  const searched = search.toLowerCase().split(/\s+/).filter(Boolean)
  return runs.filter((run) => {
    const { runId, title = '', target = '', labels, gates = 0 } = run
    const text = [
      runId,
      title,
      target,
      words.statusWord(words.listedStatus(run)),
      ...(gates > 0 ? ['questions'] : []),
      ...Object.entries(labels).flat(),
    ]
      .join(' ')
      .toLowerCase()
    return searched.every((word) => text.includes(word))
  })
}
