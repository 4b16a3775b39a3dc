import type { JournalRecord } from '../../contract/run-store.ts'
import type { RunStart } from '../../machine/state/run-state.ts'
import { coreVersion } from './core-version.ts'
import { journalVersion, type RunRecord } from './journal-version.ts'

/** Creates the first record of a run's journal. */
export const beginJournal = (start: RunStart): JournalRecord => {
  const value: RunRecord = { type: 'run_created', version: journalVersion, by: coreVersion, ...start }
  return { seq: 1, value }
}
