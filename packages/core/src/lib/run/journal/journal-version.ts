import { AmeliaError } from '../../error/amelia-error.ts'
import type { Input } from '../../machine/state/input/input.ts'
import type { RunStart } from '../../machine/state/run-state.ts'

/**
 * The version of a journal's contents. It increases when records of earlier versions would be read
 * differently.
 *
 * Before the first release, no earlier version is supported: see decision 024. `test/golden` contains a
 * journal of each supported version.
 */
export const journalVersion = 8

/** The first record of a journal. */
export interface RunRecord extends RunStart {
  type: 'run_created'
  version: number
  /** The version of this package that began the run. */
  by: string
}

/** Every other record. */
export type JournalEntry = Input & {
  /**
   * The digest of all earlier decisions. Absent if the record was written together with the one before it.
   */
  after?: number
  /** The worker that sent the input. Absent if the process that wrote the record made it. */
  from?: InputSource
}

/** The claim of a worker, its dispatch, and the number of its message. */
export interface InputSource {
  phaseId: string
  dispatch: number
  claim: string
  n: number
}

/** Throws `RUN_VERSION` for a journal of another version. */
export const checkJournalVersion = (runId: string, { version, by }: RunRecord): void => {
  if (version === journalVersion) return
  throw new AmeliaError(
    'RUN_VERSION',
    `The journal of run ${runId} has version ${String(version)}, written by Amelia ${by}; this Amelia reads version ${journalVersion}. Resume the run with Amelia ${by}.`,
    { runId, version: String(version) },
  )
}
