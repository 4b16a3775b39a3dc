import type { RepositoryState } from '../contract/git-backend.ts'
import { AmeliaError } from '../error/amelia-error.ts'

/** The commit that a run can start from. Throws `REPOSITORY_NOT_READY` for a repository in which it cannot. */
export const checkRepository = ({ head, branch, operation, identity, location }: RepositoryState): string => {
  if (operation !== null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `A ${operation} is under way in ${location}. Finish it or abort it first, then run again.`,
      { reason: 'operation_in_progress' },
    )
  if (head === null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `${location} has no commit yet. Make one first: git commit --allow-empty -m "Begin".`,
      { reason: 'no_commit' },
    )
  if (branch === null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `HEAD is detached in ${location}, so it is not clear which branch the work is for. Switch to a branch first: git switch <branch>.`,
      { reason: 'detached_head' },
    )
  if (identity === null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `Git does not know who commits in ${location}. Set it first: git config user.name "..." and git config user.email "...".`,
      { reason: 'no_identity' },
    )
  return head
}
