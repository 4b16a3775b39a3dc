import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Slot } from './slot.ts'

/** Tells whether the engine's index of a slot is the one that the engine left; null where there is none. */
export const digestIndex = async (slot: Slot): Promise<string | null> => {
  const bytes = await readFile(join(slot.gitDir, 'index')).catch(() => null)
  return bytes === null ? null : createHash('sha1').update(bytes).digest('hex')
}
