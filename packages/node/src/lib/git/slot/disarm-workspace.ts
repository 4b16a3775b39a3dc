import { randomBytes } from 'node:crypto'
import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../file/remove-folder.ts'
import type { Slot } from './slot.ts'

/** Takes the agent's `.git` out of the way, whatever it has become. It is never read and no link is followed. */
export const disarmWorkspace = async (slot: Slot): Promise<void> => {
  const path = join(slot.workspace, '.git')
  if ((await lstat(path).catch(() => null)) === null) return
  const away = join(slot.folder, `old-${randomBytes(4).toString('hex')}`)
  await rename(path, away)
  // What cannot be removed goes with the run's folder.
  await removeFolder(away).catch(() => {})
}
