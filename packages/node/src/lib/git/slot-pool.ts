import { randomBytes } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from './make-private-folder.ts'
import { removeSetAside, setAsideName } from './remove-set-aside.ts'
import type { Slot } from './slot.ts'

/** The slots of one run. A slot given back serves the next attempt: most of its files are already right. */
export interface SlotPool {
  take(): Promise<Slot>
  give(slot: Slot): void
}

/**
 * Opens the folder that holds a run's slots.
 *
 * What another process left there is removed: a run has one writer, so that process is dead, and a child that
 * outlived it must not share a workspace with a new attempt.
 */
export const createSlotPool = (folder: string): SlotPool => {
  const free: Slot[] = []
  let made = 0
  const ready = (async () => {
    makePrivateFolder(folder)
    await rename(folder, setAsideName(folder, randomBytes(4).toString('hex')))
    await removeSetAside(folder)
    makePrivateFolder(folder)
  })()
  // Whoever takes a slot hears of a failure; nobody else needs to.
  ready.catch(() => {})
  return {
    async take() {
      await ready
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
