import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { type CommandMark, commandVariable, readCommandMarks } from './command-mark.ts'
import { listProcesses } from './list-processes.ts'

/** A process that a command started. */
export interface CommandProcess {
  /** The process id. */
  pid: number
  /** The working directory. */
  folder: string
  /** The initial environment, with variables separated by NUL. */
  environment: string
  /** The marks of the command, and of those around it. */
  marks: CommandMark[]
}

/**
 * Finds the live processes of commands, this process excluded. `root`: only those whose working directory is
 * inside this folder.
 *
 * A process that cleared its environment when it started a program cannot be found. Needs `/proc`; returns
 * nothing on systems without it.
 */
export const findCommands = (root?: string): CommandProcess[] => {
  const folders = root === undefined ? undefined : new Set([root, resolveLinks(root)])
  return listProcesses().flatMap((pid) => {
    if (pid === process.pid) return []
    try {
      const folder = readlinkSync(`/proc/${pid}/cwd`)
      // Read first, because it costs less than the environment.
      if (folders && ![...folders].some((each) => isInside(folder, each))) return []
      // Empty for a dead process, unreadable for another user's.
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      if (!environment.includes(`${commandVariable}=`)) return []
      return [{ pid, folder, environment, marks: readCommandMarks(environment) }]
    } catch {
      return []
    }
  })
}

/** Whether a working directory is inside a folder. The kernel marks one that was deleted. */
export const isInside = (folder: string, root: string): boolean =>
  folder === root || folder === `${root} (deleted)` || folder.startsWith(`${root}/`)

const resolveLinks = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
