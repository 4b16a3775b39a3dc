import { readFileSync } from 'node:fs'
import { listProcesses } from './list-processes.ts'

/**
 * Finds the live processes whose initial environment contains a text, this process excluded.
 *
 * Needs `/proc`; returns nothing on systems without it.
 */
export const findMarkedProcesses = (text: string): number[] =>
  listProcesses().filter((pid) => {
    if (pid === process.pid) return false
    try {
      // Empty for a dead process, unreadable for another user's.
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text)
    } catch {
      return false
    }
  })
