import { findEmpty } from '../../git/commit/submodule/find-empty.ts'
import type { Repository } from '../../git/repository/locate-repository.ts'
import { tryFilters } from '../../git/commit/submodule/try-filters.ts'

/**
 * Describes the content of a commit that a clone cannot show, which may explain other results: submodules
 * that are not initialised, and filters that are not set up. Undefined if it lacks none.
 */
export const describeLacks = async (
  clone: Repository,
  commit: string,
  refused: readonly string[],
): Promise<string | undefined> => {
  const [empty = ''] = await findEmpty(clone, commit)
  if (empty !== '')
    return `the submodule ${JSON.stringify(empty)} is not in this clone: git submodule update --init --recursive`
  const failed = (await tryFilters(clone, commit)).find(({ failure }) => failure)
  if (!failed) return undefined
  if (refused.includes(failed.name))
    return `the filter ${JSON.stringify(failed.name)} did not run, because its program is a file of the branch`
  return `${failed.failure!.message.replace(/\.$/, '')}. ${failed.failure!.remedy.replace(/\.$/, '')}`
}
