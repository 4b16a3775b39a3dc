import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep, isAbsolute } from 'node:path'
import { isGitName } from '@amelia/core/plugin'

/** Where a path leads and what speaks against it. */
export type PathVerdict = { path: string } | { refused: string }

/**
 * Follows a path of a tool to the real place, links resolved, whether it exists or not, and tells whether that lies below one of the roots.
 *
 * Relative paths are below the first root. Names that git takes for its own are refused, by name or through a link.
 */
export const resolveRealPath = async (path: string, roots: readonly string[]): Promise<PathVerdict> => {
  if (path.includes('\0')) return { refused: 'holds a NUL character' }
  if (path.startsWith('~')) return { refused: 'begins with ~' }
  // A file system follows a link before it goes up, and whoever normalises the text does not.
  if (path.split(/[/\\]/).includes('..')) return { refused: 'holds ..' }
  const real = await realPathOf(resolve(roots[0] ?? '', path))
  if (real === undefined) return { refused: 'leads through a link to nowhere' }
  for (const root of roots) {
    const way = relative(await realpath(root), real)
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) continue
    return way.split(sep).some(isGitName) ? { refused: "is git's own" } : { path: real }
  }
  return { refused: 'is outside of the workspace' }
}

/** Undefined where a link leads to nothing: what would be made through it cannot be told. */
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
