import { AmeliaError } from '../../error/amelia-error.ts'
import { isGitName } from './is-git-name.ts'

/**
 * Throws `PATH_DENIED` for a path that must not enter a tree: outside of the root, or one that git takes for
 * its own.
 */
export const checkTreePath = (path: string): void => {
  const parts = path.split(/[/\\]/)
  const why = path.includes('\0')
    ? 'the name contains a null character'
    : parts.some((part) => part === '' || part === '.' || part === '..')
      ? 'it is not a path below the root, such as `src/a.ts`'
      : parts.some(isGitName) && 'git takes the name for its own'
  if (!why) return
  const message = `${JSON.stringify(path)} cannot be committed: ${why}. Rename or remove it.`
  throw new AmeliaError('PATH_DENIED', message, { path })
}
