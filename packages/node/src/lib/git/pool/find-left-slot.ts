import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isOwnerDead } from './is-owner-dead.ts'
import type { SlotPlace } from './slot-place.ts'
import { readUse } from './slot-use.ts'

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
