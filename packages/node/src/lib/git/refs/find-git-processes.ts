import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { listProcesses, readProcessStat } from '@amelia/agent-process'
import type { Repository } from '../repository/locate-repository.ts'

/**
 * Finds the ids of git processes that run in a repository: it contains their current folder or an open file,
 * or an argument or a variable such as `GIT_DIR` names it.
 *
 * Children of this process are left out, and so are processes of other users, unless `guess`. Returns null on
 * systems without `/proc`.
 */
export const findGitProcesses = async (
  { top, commonDir }: Repository,
  { guess = false }: { guess?: boolean } = {},
): Promise<number[] | null> => {
  const pids = listProcesses()
  if (!pids.includes(process.pid)) return null
  const isInside = (path: string): boolean =>
    [top, commonDir].some((folder) => path === folder || path.startsWith(`${folder}/`))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [command = '', ...args] = await readList(pid, 'cmdline').catch((): string[] => [])
      if (!/^git(?:-|$)/.test(basename(command))) return null
      if (readProcessStat(pid)?.parent === process.pid) return null
      try {
        const variables = (await readList(pid, 'environ')).filter((entry) => /^GIT_[A-Z_]+=/.test(entry))
        const paths = [...args, ...variables].map((text) => text.replace(/^(?:--[a-z-]+|GIT_[A-Z_]+)=/, ''))
        const folder = await readlink(`/proc/${pid}/cwd`)
        return [folder, ...paths].some(isInside) || (await listOpen(pid)).some(isInside) ? pid : null
      } catch (error) {
        // Otherwise the process has ended.
        return guess && (error as NodeJS.ErrnoException).code === 'EACCES' ? pid : null
      }
    }),
  )
  return found.filter((pid) => pid !== null)
}

/** Returns whether another process has a file open, as far as this user may know. */
export const isOpenElsewhere = async (file: string): Promise<boolean> => {
  for (const pid of listProcesses())
    if (pid !== process.pid && (await listOpen(pid).catch((): string[] => [])).includes(file)) return true
  return false
}

const readList = async (pid: number, name: 'cmdline' | 'environ'): Promise<string[]> =>
  (await readFile(`/proc/${pid}/${name}`, 'utf8')).split('\0')

const listOpen = async (pid: number): Promise<string[]> => {
  const folder = `/proc/${pid}/fd`
  const links = (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => ''))
  return Promise.all(links)
}
