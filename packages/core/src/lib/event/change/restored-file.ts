import type { Change } from '../../contract/git/change.ts'

/** A file of the run, or of its plan, that an attempt changed and the engine restored. */
export interface RestoredFile {
  /** The path, relative to the repository's root. */
  path: string
  /** The kind of the attempt's change. */
  change: Change['kind']
  /** The plan: the file that the run was started with, or the copy in the run's folder. */
  plan?: true
  /** Only boxes and other marks of status differed. */
  ticks?: true
  /** The proposed change of the plan, as lines of a unified diff. */
  diff?: string[]
  /** Where the attempt's version is kept. */
  kept?: string
}
