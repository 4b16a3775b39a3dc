import { checkArgument, type PlanParserV1, rules } from '@amelia/core/plugin'
import { loadPlanSources } from './load-plan-sources.ts'
import type { PlanSources } from './plan-sources.ts'

/**
 * Reads a plan of several files: a folder in which a tool keeps a plan, such as `backlog` or
 * `openspec/changes/add-search`, or several files. The parsers decide which files of a folder are a plan.
 *
 * Throws `OPTION_INVALID` for a folder with no plan or with several, and the error of a file that cannot be
 * read.
 */
export const readPlanSources = async (
  paths: readonly string[],
  parsers: readonly PlanParserV1[],
): Promise<PlanSources> => {
  checkArgument('readPlanSources', 'paths', paths, rules.texts)
  checkArgument('readPlanSources', 'parsers', parsers, rules.list(rules.object, 'a list of parsers'))
  return loadPlanSources(paths, parsers)
}
