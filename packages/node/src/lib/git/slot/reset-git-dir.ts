import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
export const resetGitDir = async (repository: Repository, slot: Slot): Promise<boolean> => {
  const found = await lstat(slot.gitDir).catch(() => null)
  if (found !== null && !found.isDirectory()) await rm(slot.gitDir)
  await mkdir(slot.gitDir, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(slot.gitDir, { withFileTypes: true })) {
    if (ours.has(entry.name) && entry.isFile()) continue
    await rm(join(slot.gitDir, entry.name), { recursive: true, force: true })
  }
  await writeFile(join(slot.gitDir, 'HEAD'), `${slot.base}\n`)
  await writeFile(join(slot.gitDir, 'commondir'), `${repository.commonDir}\n`)
  if (slot.indexDigest !== null && (await digestIndex(slot)) === slot.indexDigest) return true
  await rm(join(slot.gitDir, 'index'), { force: true })
  slot.indexDigest = null
  return false
}
