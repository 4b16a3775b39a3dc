import type { DashboardRun } from '../source/dashboard-source.ts'
import { listedStatus, statusWord } from '@amelia/core/view'

/** Finds the runs whose title, id, branch, status or labels contain all words, in any case. */
export const findRuns = (runs: readonly DashboardRun[], search: string): DashboardRun[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return runs.filter((run) => {
    const { runId, title = '', target = '', labels } = run
    const text = [runId, title, target, statusWord(listedStatus(run)), ...Object.entries(labels).flat()]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
