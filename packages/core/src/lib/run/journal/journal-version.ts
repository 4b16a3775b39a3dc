import { AmeliaError } from '../../error/amelia-error.ts'
import type { Input } from '../../machine/state/input.ts'
import type { RunStart } from '../../machine/state/run-state.ts'

/**
 * The version of a journal's contents. It rises when records of an earlier Amelia would be read differently.
 *
 * No earlier version is read before the first release: see decision 024. `test/golden` keeps a journal of each version that is read.
 */
export const journalVersion = 5

/** The first record of a journal. */
export interface RunRecord extends RunStart {
  type: 'run_created'
  version: number
  /** The version of this package that began the run. */
  by: string
}

/** Every other record. */
export type JournalEntry = Input & {
  /** The digest of everything that was decided before it. Absent where it was written together with the record before. */
  after?: number
}

/** Throws `RUN_VERSION` for a journal of another version. */
export const checkJournalVersion = (runId: string, { version, by }: RunRecord): void => {
  if (version === journalVersion) return
  throw new AmeliaError(
    'RUN_VERSION',
    `Run ${runId} was written by Amelia ${by} in version ${String(version)} of the journal; this Amelia reads version ${journalVersion}. Resume it with the Amelia that began it.`,
    { runId, version: String(version) },
  )
}
