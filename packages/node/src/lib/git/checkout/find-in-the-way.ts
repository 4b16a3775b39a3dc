import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Finds the first path on disk that a checkout would destroy to create these files, and that git has no copy
 * of; null for none.
 *
 * Git protects untracked files, but not ignored ones. Empty folders do not count.
 *
 * @param added files that the checkout does not track
 * @param removed tracked files that the checkout removes, which may be replaced
 */
export const findInTheWay = async (
  top: string,
  added: readonly string[],
  removed: ReadonlySet<string>,
): Promise<string | null> => {
  const folders = new Set<string>()
  for (const path of added) {
    const parts = path.split('/')
    for (let length = 1; length < parts.length; length += 1) {
      const folder = parts.slice(0, length).join('/')
      if (folders.has(folder)) continue
      folders.add(folder)
      const found = await lstat(join(top, folder)).catch(ignoreMissing)
      if (found !== null && !found.isDirectory() && !removed.has(folder)) return folder
    }
    const there = await findUntracked(top, path, removed)
    if (there !== null) return there
  }
  return null
}

const findUntracked = async (
  top: string,
  path: string,
  removed: ReadonlySet<string>,
): Promise<string | null> => {
  const found = await lstat(join(top, path)).catch(ignoreMissing)
  if (found === null) return null
  if (!found.isDirectory()) return removed.has(path) ? null : path
  for (const name of await readdir(join(top, path))) {
    const there = await findUntracked(top, `${path}/${name}`, removed)
    if (there !== null) return there
  }
  return null
}

const ignoreMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
