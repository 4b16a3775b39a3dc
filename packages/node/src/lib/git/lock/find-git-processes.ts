import { readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { listProcesses, readProcessStat } from '@amelia/agent-process'
import type { Repository } from '../repository/locate-repository.ts'

/**
 * Finds the ids of git processes that run in a repository: their current folder is inside it, or an argument
 * names it.
 *
 * Children of this process are left out. Returns null on systems without `/proc`.
 */
export const findGitProcesses = async ({ top, commonDir }: Repository): Promise<number[] | null> => {
  const pids = listProcesses()
  if (!pids.includes(process.pid)) return null
  const isInside = (path: string): boolean =>
    [top, commonDir].some((folder) => path === folder || path.startsWith(`${folder}/`))
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const [command = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
        if (!/^git(?:-|$)/.test(basename(command))) return null
        if (readProcessStat(pid)?.parent === process.pid) return null
        const paths = args.map((argument) => argument.replace(/^--[a-z-]+=/, ''))
        return isInside(await readlink(`/proc/${pid}/cwd`)) || paths.some(isInside) ? pid : null
      } catch {
        return null // The process has ended, or belongs to another user.
      }
    }),
  )
  return found.filter((pid) => pid !== null)
}
