import type { SetupRecord } from '../setup/setup-record.ts'

/**
 * A place that one attempt at a time works in.
 *
 * `workspace` is the agent's folder. `gitDir` beside it is the engine's: HEAD, index, and the way to the objects and
 * references of the user's repository; it is not registered there as a worktree.
 */
export interface Slot {
  name: string
  folder: string
  workspace: string
  gitDir: string
  /** The commit that changes are told against. */
  base: string
  /** The commit whose tree the index holds. */
  tree: string
  /** The digest of the index as the engine left it; null when there is none to trust. */
  indexDigest: string | null
  /** What its set-up made; null where none was made, or none that is to be trusted. */
  setup: SetupRecord | null
}
