import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

/** The file, link or other thing at a path below a root; null for none and for a folder. Never looks through a linked folder. */
export const lstatPath = async (root: string, path: string): Promise<Stats | null> => {
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length += 1) {
    const parent = await lstat(join(root, ...parts.slice(0, length))).catch(() => null)
    if (!parent?.isDirectory()) return null
  }
  const found = await lstat(join(root, path)).catch(() => null)
  return found?.isDirectory() ? null : found
}
