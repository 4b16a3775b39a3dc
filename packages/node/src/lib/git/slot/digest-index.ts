import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Slot } from './slot.ts'

/**
 * Digests the engine's index of a slot, to detect changes by others; null if no index exists.
 *
 * Includes its modification time, because git compares only files as new as the index by content.
 */
export const digestIndex = (slot: Slot): string | null => {
  const file = join(slot.gitDir, 'index')
  try {
    const { mtimeMs } = statSync(file)
    return createHash('sha1').update(readFileSync(file)).update(String(mtimeMs)).digest('hex')
  } catch {
    return null
  }
}
