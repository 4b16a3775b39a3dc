import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makePrivateFolder } from '../../file/make-private-folder.ts'
import { type Slot, slotAt } from '../slot/slot.ts'
import { recordOwner } from './is-owner-dead.ts'
import { moveSuffix, writeSlotName } from './slot-place.ts'
import { recordUse } from './slot-use.ts'

/**
 * The slots of one lease. The next attempt reuses a returned slot, most of whose files are already correct.
 */
export interface SlotPool {
  /** Takes a free slot, or makes one. */
  take(): Promise<Slot>
  /** Takes the kept slot with a name, or also a free one; undefined if it is neither. */
  takeAgain(name: string, options: { free: boolean }): Slot | undefined
  /**
   * Takes a slot that another owner left: renames its folder, so that its old path does not exist, and notes
   * its new place there.
   */
  adopt(leftFolder: string): Promise<Slot>
  give(slot: Slot): void
  /** Keeps a slot until it is taken again by its name. */
  keep(slot: Slot): void
}

/**
 * Creates the pool of a lease, and its folder.
 *
 * The path contains the unique token of the lease: an earlier owner of the run that is still alive, or a
 * program that outlived it, never shares a workspace with a new attempt.
 */
export const createSlotPool = (folder: string): SlotPool => {
  const free: Slot[] = []
  const kept = new Map<string, Slot>()
  let made = 0
  makePrivateFolder(folder)
  recordOwner(folder)
  const nextName = (): string => `slot-${++made}`
  const open = (slot: Slot): Slot => {
    recordUse(slot.folder, 'open')
    return slot
  }
  return {
    async take() {
      // The one that was returned first: the attempt that had the last one may continue soon.
      const reused = free.shift()
      if (reused !== undefined) return open(reused)
      const slot = slotAt(folder, nextName())
      await mkdir(slot.folder, { recursive: true, mode: 0o700 })
      return open(slot)
    },
    takeAgain(name, options) {
      const at = options.free ? free.findIndex((slot) => slot.name === name) : -1
      const slot = at >= 0 ? free.splice(at, 1)[0] : kept.get(name)
      kept.delete(name)
      return slot && open(slot)
    },
    async adopt(leftFolder) {
      const name = nextName()
      const note = `${leftFolder}${moveSuffix}`
      await rm(note, { recursive: true, force: true })
      await writeFile(note, writeSlotName({ lease: basename(folder), name }), { flag: 'wx', mode: 0o600 })
      await rename(leftFolder, join(folder, name))
      return open(slotAt(folder, name))
    },
    give(slot) {
      recordUse(slot.folder, 'free')
      free.push(slot)
    },
    keep(slot) {
      recordUse(slot.folder, 'kept')
      kept.set(slot.name, slot)
    },
  }
}
