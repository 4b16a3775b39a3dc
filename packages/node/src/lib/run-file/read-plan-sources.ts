import { checkArgument, rules } from '@amelia/core/plugin'
import type { PlanSources } from './plan-sources.ts'

/**
 * Reads a plan of several files: a folder in which a tool keeps a plan, such as `backlog` or
 * `openspec/changes/add-search`, or several files.
 *
 * Throws `OPTION_INVALID` for a folder with no plan or with several, and the error of a file that cannot be
 * read.
 */
export const readPlanSources = async (paths: readonly string[]): Promise<PlanSources> => {
  checkArgument('readPlanSources', 'paths', paths, rules.texts)
  // Loaded late, like the parsers.
  const { loadPlanSources } = await import('./load-plan-sources.ts')
  return loadPlanSources(paths)
}
