import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Repository } from './refs/locate-repository.ts'

/**
 * The ids of git processes that run in a repository: its folder is their current one, or one of their arguments names it. Children of this process do
 * not count. Null where the system has no `/proc`.
 */
export const findGitProcesses = async ({ top, commonDir }: Repository): Promise<number[] | null> => {
  const entries = await readdir('/proc').catch(() => null)
  if (!entries?.includes('self')) return null
  const isInside = (path: string): boolean =>
    [top, commonDir].some((folder) => path === folder || path.startsWith(`${folder}/`))
  const found = await Promise.all(
    entries
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        try {
          const [command = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
          if (!/^git(?:-|$)/.test(basename(command))) return null
          const parent = /\) \S (\d+)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1]
          if (Number(parent) === process.pid) return null
          const paths = args.map((argument) => argument.replace(/^--[a-z-]+=/, ''))
          return isInside(await readlink(`/proc/${pid}/cwd`)) || paths.some(isInside) ? Number(pid) : null
        } catch {
          return null // It has ended, or is another user's.
        }
      }),
  )
  return found.filter((pid) => pid !== null)
}
