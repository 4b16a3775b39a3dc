import type { Host } from '../../contract/host.ts'
import { loadEngine } from './load-engine.ts'

export interface CleanRunOptions {
  host: Host
  runId: string
  /** Whether the references of attempts go too. What only they hold is then lost when git next tidies up. Default: false. */
  attempts?: boolean
}

/** What was removed. */
export interface CleanedRun {
  /** References that are gone. */
  removed: string[]
  /** References that stay, because nothing else holds what they name, or because they were not asked about. */
  kept: string[]
}

/**
 * Removes what a run that has ended left behind: its workspaces, and those of its references whose commits are in the history of the target.
 * The journal stays, so that the run can be looked at.
 *
 * Throws `RUN_NOT_ENDED` for a run that can go on, `RUN_HELD`, and what `readRun` throws.
 */
export const cleanRun = async (options: CleanRunOptions): Promise<CleanedRun> => {
  const { cleanStored } = await loadEngine()
  return cleanStored(options)
}
