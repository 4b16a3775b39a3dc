import { lstat, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { AmeliaError, checkArgument, isGitName, rules } from '@amelia/core/plugin'

/**
 * Returns the real path of a POSIX path below a root, with symbolic links resolved, whether it exists or not.
 *
 * If the last component is a link, `link` returns the link and `target` its target. Throws `PATH_DENIED` for
 * a path that leaves the root or belongs to git, by name or through a link.
 */
export const resolveInside = async (
  root: string,
  path: string,
  last: 'link' | 'target' = 'target',
): Promise<string> => {
  checkArgument('workspaceFiles', 'path', path, rules.text)
  const deny = (why: string): AmeliaError =>
    new AmeliaError('PATH_DENIED', `${JSON.stringify(path)} ${why}.`, { path })
  if (path.includes('\0')) throw deny('contains a NUL character')
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw deny('must not contain ".."')
  if (parts.some(isGitName)) throw deny('belongs to git')
  const realRoot = await realpath(root)
  let current = realRoot
  for (const [index, part] of parts.entries()) {
    const next = join(current, part)
    const found = await lstat(next).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
    // A missing path contains no links.
    if (found === null) return join(current, ...parts.slice(index))
    if (!found.isSymbolicLink() || (last === 'link' && index === parts.length - 1)) {
      current = next
      continue
    }
    current = await realpath(next).catch((cause: unknown) => {
      throw new AmeliaError(
        'PATH_DENIED',
        `${JSON.stringify(path)} is a symbolic link whose target does not exist.`,
        { path },
        { cause },
      )
    })
    const way = relative(realRoot, current)
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
      throw deny('leads out of the workspace')
    if (way.split(sep).some(isGitName)) throw deny('leads to a path that belongs to git')
  }
  return current
}
