import type { PlanSource } from '@amelia/core/plugin'

/** The files of a plan on disk. */
export interface PlanSources {
  /** The folder that the paths of the sources start from. */
  path: string
  /** The files with their texts, and paths relative to `path`. */
  sources: PlanSource[]
  /** The files were named one by one, so `path` alone does not find them again. */
  isListed?: true
}
