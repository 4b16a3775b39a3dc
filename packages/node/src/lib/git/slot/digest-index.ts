import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Slot } from './slot.ts'

/**
 * Tells whether the engine's index of a slot is the one that the engine left; null where there is none.
 *
 * Its time counts too: git compares by content only what is as new as the index.
 */
export const digestIndex = async (slot: Slot): Promise<string | null> => {
  const file = join(slot.gitDir, 'index')
  try {
    const { mtimeMs } = await stat(file)
    return createHash('sha1')
      .update(await readFile(file))
      .update(String(mtimeMs))
      .digest('hex')
  } catch {
    return null
  }
}
