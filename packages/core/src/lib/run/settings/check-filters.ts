import type { GitBackendV1 } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/** Throws `REPOSITORY_NOT_READY` if a filter that files of the repository require fails. */
export const checkFilters = async (git: Pick<GitBackendV1, 'tryFilters'>): Promise<void> => {
  for (const { required, failure } of (await git.tryFilters?.()) ?? [])
    if (required && failure)
      throw new AmeliaError('REPOSITORY_NOT_READY', `${failure.message} ${failure.remedy}`, {
        reason: 'unusable',
      })
}
