import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Living processes that use a folder: their current folder is in it, or their environment names it, as that of every command in a slot
 * does. Empty where there is no /proc.
 */
export const findUsers = (folder: string): number[] =>
  processIds().filter((pid) => pid !== process.pid && uses(pid, folder))

const uses = (pid: number, folder: string): boolean => {
  try {
    const current = readlinkSync(`/proc/${pid}/cwd`)
    if (current === folder || current.startsWith(`${folder}/`)) return true
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(
      `${Buffer.from(folder).toString('latin1')}/`,
    )
  } catch {
    // It ended, or belongs to another user, who cannot enter the folder.
    return false
  }
}

const processIds = (): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}
