import { randomBytes } from 'node:crypto'
import { link, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { GitLock } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { findGitProcesses, isOpenElsewhere } from './find-git-processes.ts'
import { findLocks } from './find-locks.ts'

/** A lock of a process that no one here can see may be as old, in milliseconds. */
const youngest = 30_000

/** By the common folder and a run's id: when this process took the run, by the clock of the file system. */
const lockTimes = new Map<string, number>()

/** Notes that this process locked a run, and that no earlier holder is at work. */
export const noteLock = async (repository: Repository, runId: string): Promise<void> => {
  lockTimes.set(keyOf(repository, runId), await fileTime(repository))
}

/**
 * Moves empty locks of the refs of a run to `amelia/locks` in git's folder, if a killed git of the run's
 * earlier holder must have left them: this process has locked the run, no other holder is at work, they are
 * older than its lock and than 30 s, no git process uses the repository, and nobody has them open.
 *
 * Returns for how long, in milliseconds, they are too young; undefined if a person has to decide about one.
 * `docs/project/decisions/063-left-locks.md` explains why this is sufficient.
 */
export const removeLeftLocks = async (
  repository: Repository,
  locks: readonly GitLock[],
): Promise<number | undefined> => {
  if (locks.length === 0 || !locks.every((lock) => isOfLock(repository, lock))) return undefined
  if ((await findGitProcesses(repository, { guess: true }))?.length !== 0) return undefined
  const now = await fileTime(repository)
  const wait = Math.max(...locks.map(({ since }) => since + youngest - now))
  if (wait > 0) return wait
  for (const lock of locks) {
    if (await isOpenElsewhere(lock.file)) return undefined
    if (!(await moveAside(repository, lock))) return undefined
  }
  return 0
}

/** Whether an empty lock is on a ref of a run that this process has locked, and older than that lock. */
const isOfLock = (repository: Repository, { file, id, since }: GitLock): boolean => {
  const path = relative(repository.commonDir, file)
  const [, runId = ''] = /^refs[/\\]amelia[/\\]([^/\\]+)[/\\].+\.lock$/.exec(path) ?? []
  return id.endsWith(':0') && since < (lockTimes.get(keyOf(repository, runId)) ?? 0)
}

/** Moves a lock that is still the same file. Another one that took its place since then is put back. */
const moveAside = async (repository: Repository, lock: GitLock): Promise<boolean> => {
  const [found] = await findLocks([lock.file])
  if (found?.id !== lock.id) return found === undefined
  const folder = join(repository.commonDir, 'amelia/locks')
  await mkdir(folder, { recursive: true })
  const name = relative(join(repository.commonDir, 'refs/amelia'), lock.file).replaceAll(/[/\\]/g, '~')
  const aside = join(folder, `${name}.${randomBytes(4).toString('hex')}`)
  await rename(lock.file, aside)
  const moved = await lstat(aside)
  if (lock.id.startsWith(`${moved.ino}:`)) return true
  await link(aside, lock.file).catch(() => {})
  await rm(aside, { force: true })
  return false
}

const keyOf = ({ commonDir }: Repository, runId: string): string => `${commonDir}\0${runId}`

/** The time of the file system that has the repository, which may be that of another machine. */
const fileTime = async ({ commonDir }: Repository): Promise<number> => {
  const folder = join(commonDir, 'amelia')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `time.${process.pid}.${randomBytes(4).toString('hex')}`)
  await writeFile(file, '', { flag: 'wx' })
  const { mtimeMs } = await lstat(file)
  await rm(file, { force: true })
  return mtimeMs
}
