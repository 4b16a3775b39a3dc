import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeEntry } from '../../file/remove-entry.ts'
import { digestIndex } from './digest-index.ts'
import type { Repository } from '../repository/locate-repository.ts'
import type { Slot } from './slot.ts'

const ours = new Set(['HEAD', 'commondir', 'index'])

/**
 * Resets the engine's git dir of a slot before use. Returns whether its index can be trusted.
 *
 * An agent can write there. So HEAD and `commondir` are written again, other files are removed (a lock
 * belongs to a dead child), and an index that differs from the one that the engine wrote is deleted.
 */
export const resetGitDir = (repository: Repository, slot: Slot): boolean => {
  const found = lstatSync(slot.gitDir, { throwIfNoEntry: false })
  if (found?.isDirectory() === false) removeEntry(slot.gitDir)
  mkdirSync(slot.gitDir, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(slot.gitDir, { withFileTypes: true })) {
    if (ours.has(entry.name) && entry.isFile()) continue
    removeEntry(join(slot.gitDir, entry.name))
  }
  writeFileSync(join(slot.gitDir, 'HEAD'), `${slot.base}\n`)
  writeFileSync(join(slot.gitDir, 'commondir'), `${repository.commonDir}\n`)
  if (slot.indexDigest !== null && digestIndex(slot) === slot.indexDigest) return true
  removeEntry(join(slot.gitDir, 'index'))
  slot.indexDigest = null
  return false
}
