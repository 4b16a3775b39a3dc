import { existsSync } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isOwnerDead } from './is-owner-dead.ts'
import { moveSuffix, readSlotName, type SlotPlace } from './slot-place.ts'
import { readUse } from './slot-use.ts'

/** The most times that a slot was moved. */
const mostMoves = 1000

/**
 * Follows a slot to its present place: each owner of the run moves a slot that it takes. A process may die
 * before it has told anyone the new place.
 */
export const followSlot = async (runFolder: string, place: SlotPlace): Promise<SlotPlace> => {
  let at = place
  for (let moves = 0; moves < mostMoves; moves++) {
    const folder = join(runFolder, at.lease, at.name)
    const next = existsSync(folder) ? null : await readMove(folder)
    if (next === null) return at
    at = next
  }
  return at
}

const readMove = async (slotFolder: string): Promise<SlotPlace | null> => {
  const file = `${slotFolder}${moveSuffix}`
  if (!(await lstat(file).catch(() => null))?.isFile()) return null
  return readSlotName(await readFile(file, 'utf8'))
}

/**
 * Finds the folder of a slot that another owner of the run left; undefined if it is gone, or its owner may
 * still use it.
 *
 * @param runFolder the folder with one folder per lease
 * @param trusted whether an owner that cannot be checked counts as dead, because the caller took the run from
 * it
 */
export const findLeftSlot = async (
  runFolder: string,
  { lease, name }: SlotPlace,
  { inUse, trusted }: { inUse(leaseFolder: string): boolean; trusted: boolean },
): Promise<string | undefined> => {
  const folder = join(runFolder, lease, name)
  for (const path of [dirname(folder), folder, join(folder, 'ws')])
    if (!(await lstat(path).catch(() => null))?.isDirectory()) return undefined
  if (inUse(dirname(folder))) return undefined
  if (readUse(folder) === 'kept') return folder
  return ((await isOwnerDead(dirname(folder))) ?? trusted) ? folder : undefined
}
