import type { GitBackendV1, RepositoryState } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunSettings } from '../../machine/state/settings.ts'
import type { RunOptions } from './run-options.ts'
import type { Target } from './choose-target.ts'

/** Paths that are named in a message. */
const maxNamed = 5

/**
 * The target of a run in place, which is the branch that is checked out, and what the user had changed before.
 *
 * Throws `OPTION_INVALID` for what cannot be had in place, `TARGET_INVALID` for a branch that is not the one, or that is in use elsewhere, and
 * `REPOSITORY_NOT_READY` for a checkout that cannot be used, or that is dirty without leave.
 */
export const checkInPlace = async (
  git: GitBackendV1,
  { head, branch, dirty, location }: RepositoryState,
  options: Pick<RunOptions, 'allowDirty' | 'target'>,
  { publish }: Pick<RunSettings, 'publish'>,
): Promise<Target & { dirty: string[] }> => {
  const { readOwnPaths } = git
  if (!readOwnPaths || !git.followBranch)
    throw invalid('inPlace', 'There is no checkout here in which phases could be done. Run without it.')
  if (publish !== 'phase')
    throw invalid(
      'publish',
      `In place each phase is committed on the branch that is checked out: publish "${publish}" cannot be had there. Leave it out, or run without inPlace.`,
    )
  if (branch === null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `HEAD is detached in ${location}, so there is no branch to work on in place. Switch to one first (git switch BRANCH), or run without in place: the run then makes its own branch.`,
      { reason: 'detached_head' },
    )
  const target = branch
  const name = target.replace('refs/heads/', '')
  if (options.target !== undefined && options.target !== name)
    throw new AmeliaError(
      'TARGET_INVALID',
      `In place the target is the branch that is checked out, ${name}, not "${options.target}". Switch to it first, or leave the target out.`,
      { target: options.target },
    )
  const held = await git.whyHeld(target, { inPlace: true })
  if (held !== null)
    throw new AmeliaError('TARGET_INVALID', `${name} cannot be worked on in place: ${held}.`, { target })
  const own = await readOwnPaths.call(git)
  if (dirty && options.allowDirty !== true)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `${location} has changes of its own (${named(own)}). Commit or stash them first, or allow them (allowDirty, --allow-dirty): then they stay as they are and are in no commit.`,
      { reason: 'dirty' },
    )
  return { target, targetCommit: head, base: head ?? '', dirty: own }
}

const named = (paths: readonly string[]): string => {
  const more = paths.length - maxNamed
  return `${paths.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })
