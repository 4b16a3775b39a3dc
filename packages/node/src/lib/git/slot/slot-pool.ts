import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from './make-private-folder.ts'
import { recordOwner } from './remove-leftovers.ts'
import type { Slot } from './slot.ts'

/** The slots of one lease. A slot given back serves the next attempt: most of its files are already right. */
export interface SlotPool {
  take(): Promise<Slot>
  give(slot: Slot): void
}

/**
 * Opens the folder that holds the slots of a lease.
 *
 * Its path contains the token of the lease, which no other holder of the run has: an earlier holder that is still alive, or a program
 * that outlived it, never shares a workspace with a new attempt.
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
