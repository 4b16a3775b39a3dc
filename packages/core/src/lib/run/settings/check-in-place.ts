import { invalidOption } from '../../error/check/check-options.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { RepositoryState } from '../../contract/repository-state.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import type { RunOptions } from './option/run-options.ts'
import type { Target } from './choose-target.ts'

/** Paths to list in a message. */
const maxNamed = 5

/**
 * Returns the target of an in-place run, which is the branch that is checked out, and the user's uncommitted
 * changes.
 *
 * Throws `OPTION_INVALID` for options that an in-place run does not support, `TARGET_INVALID` for another
 * branch or one in use elsewhere, and `REPOSITORY_NOT_READY` for a checkout that cannot be used or has
 * changes that are not allowed.
 */
export const checkInPlace = async (
  git: GitBackendV1,
  { head, branch, dirty, location }: RepositoryState,
  options: Pick<RunOptions, 'allowDirty' | 'target'>,
  { publish }: Pick<RunSettings, 'publish'>,
): Promise<Target & { dirty: string[] }> => {
  const { readOwnPaths } = git
  if (!readOwnPaths || !git.followBranch)
    throw invalidOption('inPlace', 'The host has no checkout to run phases in. Run without `inPlace`.')
  if (publish !== 'phase')
    throw invalidOption(
      'publish',
      `An in-place run commits each phase to the branch that is checked out, so \`publish\` cannot be "${publish}". Omit it, or run without \`inPlace\`.`,
    )
  if (branch === null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `HEAD is detached in ${location}, so an in-place run has no branch to commit to. Switch to one first (git switch BRANCH), or run without \`inPlace\`: the run then creates its own branch.`,
      { reason: 'detached_head' },
    )
  const target = branch
  const name = target.replace('refs/heads/', '')
  if (options.target !== undefined && options.target !== name)
    throw new AmeliaError(
      'TARGET_INVALID',
      `The target of an in-place run is the branch that is checked out, ${name}, not "${options.target}". Switch to it first, or omit the target.`,
      { target: options.target },
    )
  const locked = await git.whyLocked(target, { inPlace: true })
  if (locked !== null)
    throw new AmeliaError('TARGET_INVALID', `An in-place run cannot use ${name}: ${locked}.`, { target })
  const own = await readOwnPaths.call(git)
  if (dirty && options.allowDirty !== true)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `${location} has uncommitted changes to tracked files. Changed or untracked: ${named(own)}. Commit or stash them first, or allow them with \`allowDirty\`: they then stay as they are and are not committed.`,
      { reason: 'dirty' },
    )
  return { target, targetCommit: head, base: head ?? '', dirty: own }
}

const named = (paths: readonly string[]): string => {
  const more = paths.length - maxNamed
  return `${paths.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
