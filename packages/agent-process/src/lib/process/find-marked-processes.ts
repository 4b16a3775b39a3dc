import { readFileSync } from 'node:fs'
import { listProcesses } from './list-processes.ts'

/**
 * Finds the live processes whose initial environment contains a text or matches a pattern, this process
 * excluded. Variables are separated by NUL.
 *
 * Needs `/proc`; returns nothing on systems without it.
 */
export const findMarkedProcesses = (mark: string | RegExp): number[] =>
  listProcesses().filter((pid) => {
    if (pid === process.pid) return false
    try {
      // Empty for a dead process, unreadable for another user's.
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
      return typeof mark === 'string' ? environment.includes(mark) : mark.test(environment)
    } catch {
      return false
    }
  })
