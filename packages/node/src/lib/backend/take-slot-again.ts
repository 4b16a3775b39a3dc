import { join } from 'node:path'
import { loadSetup } from '../git/setup/save-setup.ts'
import type { Slot } from '../git/slot/slot.ts'
import { findLeftSlot, followSlot } from '../git/pool/find-left-slot.ts'
import { endCommandsIn, findUsers } from '../git/pool/find-users.ts'
import { readSlotName } from '../git/pool/slot-place.ts'
import type { SlotPool } from '../git/pool/slot-pool.ts'

export interface SlotAgain {
  /** The folder with one folder per lease. */
  runFolder: string
  lease: string
  /** The place of the slot, as a journal keeps it. */
  name: string
  /** Whether the tree is only committed: the caller took the run from its owner. */
  rescues: boolean
  graceMs: number
  /** Whether this process uses the slots of a lease. */
  inUse(leaseFolder: string): boolean
}

/** Takes the slot that an attempt had, in this pool or under another lease; undefined if it is not free. */
export const takeSlotAgain = async (
  pool: SlotPool,
  { runFolder, lease, name, rescues, graceMs, inUse }: SlotAgain,
): Promise<Slot | undefined> => {
  const asked = readSlotName(name)
  if (asked === null) return undefined
  const place = await followSlot(runFolder, asked)
  if (place.lease === lease) {
    if (!rescues && findUsers(join(runFolder, lease, place.name)).length > 0) return undefined
    return pool.takeAgain(place.name, { free: !rescues })
  }
  const left = await findLeftSlot(runFolder, place, { inUse, trusted: rescues })
  if (left === undefined) return undefined
  await endCommandsIn(left, graceMs)
  // Other programs that run there could still write to the next attempt's files.
  if (!rescues && findUsers(left).length > 0) return undefined
  const slot = await pool.adopt(left)
  slot.setup = await loadSetup(slot.folder)
  return slot
}
