import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Makes room for a file or a link at a path of a checkout: sets aside whatever blocks the path or its parent
 * folders.
 *
 * A link in the place of a parent folder would be written through, and a file there would be destroyed.
 */
export const clearWay = async (top: string, path: string, aside: string): Promise<void> => {
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length += 1) {
    const folder = join(top, ...parts.slice(0, length))
    const found = await lstat(folder).catch(() => null)
    if (found !== null && !found.isDirectory()) await setAside(folder, aside)
  }
  const place = join(top, path)
  const found = await lstat(place).catch(() => null)
  if (!found?.isDirectory()) return
  await rmdir(place).catch(() => setAside(place, aside))
}

/** Moves something out of the checkout into the folder `aside`. */
export const setAside = async (path: string, aside: string): Promise<void> => {
  await mkdir(aside, { recursive: true, mode: 0o700 })
  await rename(path, join(aside, randomBytes(6).toString('hex')))
}

/** Removes an empty folder, or a file or link that is stored elsewhere; sets anything else aside. */
export const takeAway = async (path: string, aside: string): Promise<void> => {
  const found = await lstat(path).catch(() => null)
  if (found === null) return
  if (found.isFile() || found.isSymbolicLink()) await rm(path)
  else if (found.isDirectory()) await rmdir(path).catch(() => setAside(path, aside))
  else await setAside(path, aside)
}

/** Removes empty folders above paths, except the user's folders `kept` and everything below them. */
export const removeEmptyFolders = async (
  top: string,
  paths: readonly string[],
  kept: readonly string[],
): Promise<void> => {
  const spared = (folder: string): boolean =>
    kept.some((one) => folder === one || folder.startsWith(`${one}/`))
  const folders = new Set<string>()
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  const deepestFirst = [...folders].sort((one, other) => other.split('/').length - one.split('/').length)
  for (const folder of deepestFirst) if (!spared(folder)) await rmdir(join(top, folder)).catch(() => {})
}

/** Removes the empty folders at and below a path. */
export const removeHollow = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await removeHollow(join(folder, entry.name))
  await rmdir(folder).catch(() => {})
}
