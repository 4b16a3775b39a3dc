import { readFileSync, readlinkSync } from 'node:fs'
import { endProcesses, listProcesses, readCommandMarks, signalProcess } from '@amelia/agent-process'
import { serverOf } from '../../process/server-of.ts'

/**
 * Finds the live processes that use a folder, this process excluded: their current folder is inside it, or
 * their environment names it or a path in it, as the environment of every command in a slot does.
 *
 * Needs `/proc`; returns nothing on systems without it.
 */
export const findUsers = (folder: string): number[] => listUsers(folder).map(({ pid }) => pid)

/**
 * Ends the sessions and commands of the engine that still run in a folder: TERM first, then KILL for those
 * still running after `graceMs` milliseconds. Others stay, such as a person's shell, and servers of the run.
 */
export const endCommandsIn = (folder: string, graceMs: number): Promise<void> => {
  const find = (): number[] =>
    listUsers(folder)
      .filter(({ environment }) => /(?:^|\0)AMELIA_(?:SESSION|COMMAND)=/.test(environment))
      .filter(({ environment }) => serverOf(readCommandMarks(environment)) === undefined)
      .map(({ pid }) => pid)
  return endProcesses(graceMs, {
    isAnyRunning: () => find().length > 0,
    signalAll(signal) {
      for (const pid of find()) signalProcess(pid, signal)
    },
  })
}

const listUsers = (folder: string): { pid: number; environment: string }[] =>
  listProcesses().flatMap((pid) => {
    if (pid === process.pid) return []
    try {
      const current = readlinkSync(`/proc/${pid}/cwd`)
      // Empty for a dead process.
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
      const name = Buffer.from(folder).toString('latin1')
      const uses =
        current === folder ||
        current.startsWith(`${folder}/`) ||
        [`${name}/`, `${name}\0`].some((text) => environment.includes(text))
      return uses ? [{ pid, environment }] : []
    } catch {
      // The process has ended, or belongs to another user, who cannot enter the folder.
      return []
    }
  })
