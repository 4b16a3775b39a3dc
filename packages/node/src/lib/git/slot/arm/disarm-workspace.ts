import { randomBytes } from 'node:crypto'
import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../../file/remove-folder.ts'
import type { Slot } from '../slot.ts'

/** Removes the agent's `.git`, whatever it is now, without reading it or following links. */
export const disarmWorkspace = async (slot: Slot): Promise<void> => {
  const path = join(slot.workspace, '.git')
  if ((await lstat(path).catch(() => null)) === null) return
  const away = join(slot.folder, `old-${randomBytes(4).toString('hex')}`)
  await rename(path, away)
  // A folder that cannot be removed now is removed with the run's folder.
  await removeFolder(away).catch(() => {})
}
