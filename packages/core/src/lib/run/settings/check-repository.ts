import type { PublishMode } from '../../event/publish-mode.ts'
import type { RepositoryState } from '../../contract/repository-state.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/**
 * Returns the commit that a run starts from. Throws `REPOSITORY_NOT_READY` if the repository cannot be used,
 * or its checkout has changes and is to receive the result.
 */
export const checkRepository = (
  { head, operation, identity, location, obstacle, dirty }: RepositoryState,
  publish?: PublishMode,
): string => {
  if (operation !== null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `A ${operation} is in progress in ${location}. Finish or abort it, then run again.`,
      { reason: 'operation_in_progress' },
    )
  if (head === null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `${location} has no commits. Create one first: git commit --allow-empty -m "Begin".`,
      { reason: 'no_commit' },
    )
  if (identity === null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `Git does not know who commits in ${location}. Set it first: git config user.name "..." and git config user.email "...".`,
      { reason: 'no_identity' },
    )
  if (obstacle !== undefined) throw new AmeliaError('REPOSITORY_NOT_READY', obstacle, { reason: 'unusable' })
  if (dirty && publish === 'message-only')
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `${location} has uncommitted changes, and \`message-only\` needs a clean checkout for the result. Commit or stash them first.`,
      { reason: 'dirty' },
    )
  return head
}
