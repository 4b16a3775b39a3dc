import { AmeliaError } from '../../error/amelia-error.ts'
import { isGitName } from './is-git-name.ts'

/**
 * Throws `PATH_DENIED` for a path that must not enter a tree: outside of the root, or one that git takes for
 * its own.
 */
export const checkTreePath = (path: string): void => {
  const parts = path.split(/[/\\]/)
  const bad =
    path.includes('\0') ||
    parts.some((part) => part === '' || part === '.' || part === '..' || isGitName(part))
  if (!bad) return
  const message = `${JSON.stringify(path)} cannot be committed: git takes the name for its own. Rename or remove it.`
  throw new AmeliaError('PATH_DENIED', message, { path })
}
