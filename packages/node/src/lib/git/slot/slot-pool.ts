import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from './make-private-folder.ts'
import { recordOwner } from './remove-leftovers.ts'
import type { Slot } from './slot.ts'

/**
 * The slots of one lease. The next attempt reuses a returned slot, most of whose files are already correct.
 */
export interface SlotPool {
  take(): Promise<Slot>
  give(slot: Slot): void
}

/**
 * Creates the pool of a lease, and its folder.
 *
 * The path contains the unique token of the lease: an earlier owner of the run that is still alive, or a
 * program that outlived it, never shares a workspace with a new attempt.
 */
export const createSlotPool = (folder: string): SlotPool => {
  const free: Slot[] = []
  let made = 0
  makePrivateFolder(folder)
  recordOwner(folder)
  return {
    async take() {
      const reused = free.pop()
      if (reused !== undefined) return reused
      made += 1
      const name = `slot-${made}`
      const slotFolder = join(folder, name)
      await mkdir(slotFolder, { recursive: true, mode: 0o700 })
      return {
        name,
        folder: slotFolder,
        workspace: join(slotFolder, 'ws'),
        gitDir: join(slotFolder, 'gitdir'),
        base: '',
        tree: '',
        indexDigest: null,
        setup: null,
      }
    },
    give(slot) {
      free.push(slot)
    },
  }
}
