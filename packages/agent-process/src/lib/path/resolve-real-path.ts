import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep, isAbsolute } from 'node:path'
import { isGitName } from '@amelia/core/plugin'

/** The real location of a path, or the reason it is refused. */
export type PathVerdict = { path: string } | { refused: string }

/**
 * Resolves the links in a path, which need not exist, and checks that the result is below one of the roots.
 *
 * Relative paths start at the first root. Refuses names that git reserves, also behind a link.
 */
export const resolveRealPath = async (path: string, roots: readonly string[]): Promise<PathVerdict> => {
  if (path.includes('\0')) return { refused: 'contains a NUL character' }
  if (path.startsWith('~')) return { refused: 'starts with ~' }
  // A file system resolves a link before `..`; normalising the text would not.
  if (path.split(/[/\\]/).includes('..')) return { refused: 'contains ..' }
  const real = await realPathOf(resolve(roots[0] ?? '', path))
  if (real === undefined) return { refused: 'passes through a broken link' }
  for (const root of roots) {
    const way = relative(await realpath(root), real)
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) continue
    return way.split(sep).some(isGitName) ? { refused: 'is reserved for git' } : { path: real }
  }
  return { refused: 'is outside the workspace' }
}

/** Undefined for a broken link: its target cannot be checked before it exists. */
const realPathOf = async (path: string): Promise<string | undefined> => {
  try {
    return await realpath(path)
  } catch {
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    )
    const parent = dirname(path)
    if (isThere || parent === path) return undefined
    const realParent = await realPathOf(parent)
    return realParent === undefined ? undefined : join(realParent, basename(path))
  }
}
