import { statusWord } from '../format/status-word.ts'
import type { DashboardRun } from '../source/dashboard-source.ts'

/** Returns the status that a run shows in a list. */
export const listedStatus = ({ condition, status }: Pick<DashboardRun, 'condition' | 'status'>) =>
  condition?.status ?? status

/** Returns the status of a run in a list as a word for people. */
export const runWord = (run: Pick<DashboardRun, 'condition' | 'status'>): string =>
  statusWord(listedStatus(run))
