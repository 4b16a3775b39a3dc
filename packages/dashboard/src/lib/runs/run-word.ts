import { statusWord } from '../format/status-word.ts'
import type { DashboardRun } from '../source/dashboard-source.ts'

/** Whether a run stopped without an end: it should be running, and no process runs it. */
export const isInterrupted = ({ status, held }: Pick<DashboardRun, 'status' | 'held'>): boolean =>
  !held && (status === 'running' || status === 'draining')

/** Returns the status of a run in a list as a word for people. */
export const runWord = (run: Pick<DashboardRun, 'status' | 'held' | 'reverted'>): string => {
  if (run.reverted) return 'Reverted'
  return isInterrupted(run) ? 'Interrupted' : statusWord(run.status)
}
