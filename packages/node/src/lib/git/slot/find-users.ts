import { readFileSync, readlinkSync } from 'node:fs'
import { listProcesses } from '@amelia/agent-process'

/**
 * Finds the live processes that use a folder, this process excluded: their current folder is inside it, or
 * their environment names a path in it, as the environment of every command in a slot does.
 *
 * Needs `/proc`; returns nothing on systems without it.
 */
export const findUsers = (folder: string): number[] =>
  listProcesses().filter((pid) => pid !== process.pid && uses(pid, folder))

const uses = (pid: number, folder: string): boolean => {
  try {
    const current = readlinkSync(`/proc/${pid}/cwd`)
    if (current === folder || current.startsWith(`${folder}/`)) return true
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(
      `${Buffer.from(folder).toString('latin1')}/`,
    )
  } catch {
    // The process has ended, or belongs to another user, who cannot enter the folder.
    return false
  }
}
