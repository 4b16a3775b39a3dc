import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Slot } from './slot.ts'

/**
 * Digests the engine's index of a slot, to detect changes by others; null if no index exists.
 *
 * Includes its modification time, because git compares only files as new as the index by content.
 */
export const digestIndex = (slot: Slot): string | null => {
  let file: number
  try {
    file = openSync(join(slot.gitDir, 'index'), 'r')
  } catch {
    return null
  }
  try {
    const hash = createHash('sha1')
    for (let count = readSync(file, piece); count > 0; count = readSync(file, piece))
      hash.update(count === piece.length ? piece : piece.subarray(0, count))
    return hash.update(String(fstatSync(file).mtimeMs)).digest('hex')
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

/** The index of a large repository has tens of megabytes, and is read several times in each phase. */
const piece = Buffer.allocUnsafeSlow(256 * 1024)
