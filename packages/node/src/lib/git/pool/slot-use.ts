import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeEntry } from '../../file/remove-entry.ts'

/**
 * The use of a slot, as later processes see it: `open` while an attempt works in it, `kept` for a person,
 * `free` otherwise.
 */
export type SlotUse = 'free' | 'open' | 'kept'

const useName = 'use'

/** Records the use of a slot in its folder. */
export const recordUse = (slotFolder: string, use: SlotUse): void => {
  const file = join(slotFolder, useName)
  // A new file: writing to an existing one could follow a link.
  removeEntry(file)
  if (use !== 'free') writeFileSync(file, use, { flag: 'wx', mode: 0o600 })
}

/** Reads the recorded use of a slot. */
export const readUse = (slotFolder: string): SlotUse => {
  try {
    const file = join(slotFolder, useName)
    if (!lstatSync(file).isFile()) return 'free'
    const text = readFileSync(file, 'utf8')
    return text === 'open' || text === 'kept' ? text : 'free'
  } catch {
    return 'free'
  }
}
