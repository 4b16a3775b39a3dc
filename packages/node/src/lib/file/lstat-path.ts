import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads the metadata of a path below a root; null if it is missing or a folder. Never follows a symbolic link
 * to a folder.
 */
export const lstatPath = async (root: string, path: string): Promise<Stats | null> => {
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length += 1) {
    const parent = await lstat(join(root, ...parts.slice(0, length))).catch(() => null)
    if (!parent?.isDirectory()) return null
  }
  const found = await lstat(join(root, path)).catch(() => null)
  return found?.isDirectory() ? null : found
}
