import { randomBytes } from 'node:crypto'
import { readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findUsers } from './find-users.ts'
import { isOwnerDead } from './is-owner-dead.ts'
import { removeFolder } from '../../file/remove-folder.ts'
import { moveSuffix } from './slot-place.ts'
import { readUse, type SlotUse } from './slot-use.ts'

export interface LeftoverOptions {
  /** Whether this process uses the slots of a lease. */
  inUse(leaseFolder: string): boolean
  /** Whether an owner that cannot be checked counts as dead. Kept slots are removed too. */
  all: boolean
  /** Whether slots that a dead owner had open are removed: the run cannot be resumed. */
  over: boolean
}

/**
 * Removes the slots that earlier owners of a run left in `folder`, which has one folder per lease.
 *
 * Removes only slots of a dead owner that no process uses: a live owner could resume the run, and its
 * programs could still write. Slots that a resume needs stay too. The others stay until a later call.
 */
export const removeLeftovers = async (
  folder: string,
  { inUse, all, over }: LeftoverOptions,
): Promise<void> => {
  const stays = (use: SlotUse): boolean => !all && (use === 'kept' || (use === 'open' && !over))
  for (const name of await readdir(folder).catch(() => [])) {
    const one = join(folder, name)
    if (inUse(one) || !(await isAbandoned(one, all)) || findUsers(one).length > 0) continue
    if (!name.endsWith('.old') && (await removeSlots(one, stays))) continue
    const away = name.endsWith('.old') ? one : `${one}.${randomBytes(4).toString('hex')}.old`
    if (away !== one) await rename(one, away).catch(() => {})
    await removeFolder(away).catch(() => {})
  }
  await rmdir(folder).catch(() => {})
}

/**
 * Removes the slots of a lease's folder that do not have to stay, or leaves them all to the caller if none
 * has to. Returns whether some stay.
 */
export const removeSlots = async (
  leaseFolder: string,
  stays: (use: SlotUse) => boolean,
): Promise<boolean> => {
  const slots = (await readdir(leaseFolder).catch(() => [])).map((name) => join(leaseFolder, name))
  // A note of a move is needed as long as the tree that was open.
  const mustStay = (path: string): boolean => stays(path.endsWith(moveSuffix) ? 'open' : readUse(path))
  if (!slots.some(mustStay)) return false
  for (const slot of slots) {
    if (!/\/slot-\d+$/.test(slot) || stays(readUse(slot))) continue
    await removeFolder(slot).catch(() => {})
  }
  return true
}

const isAbandoned = async (folder: string, all: boolean): Promise<boolean> =>
  (await isOwnerDead(folder)) ?? (all || folder.endsWith('.old'))
