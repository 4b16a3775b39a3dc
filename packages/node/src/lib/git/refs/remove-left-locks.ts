import { randomBytes } from 'node:crypto'
import { link, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { GitLock } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { findGitProcesses, isOpenElsewhere } from './find-git-processes.ts'
import { draftOf, findLocks } from './find-locks.ts'
import { type NotedCall, readNotedCalls } from './note-call.ts'

/** A lock of a process that no one here can see may be as old, in milliseconds. */
const youngest = 30_000

/** By the common folder and a run's id: when this process took the run, by the clock of the file system. */
const lockTimes = new Map<string, number>()

/** A git takes its locks within this time after its start, in milliseconds, also on a busy machine. */
const longestStart = 10_000

/**
 * Notes that this process locked a run, and that no earlier holder is at work. Removes the locks and notes
 * that calls of ended processes left, because no later call may need the refs of a run that has ended.
 */
export const noteLock = async (repository: Repository, runId: string): Promise<void> => {
  lockTimes.set(keyOf(repository, runId), await fileTime(repository))
  for (const call of await readNotedCalls(repository)) {
    if (!call.hasEnded) continue
    const files = [...call.contents.keys()]
    for (const lock of await findLocks(files)) await removeLeftLocks(repository, [lock])
    if ((await findLocks(files)).length === 0) await rm(call.note, { force: true })
  }
}

/**
 * Moves locks to `amelia/locks` in git's folder, if a killed git of an ended process must have left them:
 * they are at least 30 s old, no git process uses the repository, nobody has them open, and either
 *
 * - a call of that process took exactly these locks, when git was started for it, and no other call did; or
 * - they are empty, on refs of a run that this process has locked, older than its lock, and no other holder
 *   is at work.
 *
 * Returns for how long, in milliseconds, they are too young; undefined if a person has to decide about one.
 * `docs/project/decisions/063-left-locks.md` and `089-noted-calls.md` explain why this is sufficient.
 */
export const removeLeftLocks = async (
  repository: Repository,
  locks: readonly GitLock[],
): Promise<number | undefined> => {
  if (locks.length === 0) return undefined
  const calls = await readNotedCalls(repository)
  for (const lock of locks)
    if (!isOfLock(repository, lock) && !(await isOfEndedCall(calls, lock))) return undefined
  if ((await findGitProcesses(repository, { guess: true }))?.length !== 0) return undefined
  const now = await fileTime(repository)
  const drafts = await findLocks(locks.flatMap(({ file }) => draftOf(file)))
  const wait = Math.max(...[...locks, ...drafts].map(({ since }) => since + youngest - now))
  if (wait > 0) return wait
  for (const lock of locks) {
    if (await isOpenElsewhere(lock.file)) return undefined
    if (!(await moveAside(repository, lock))) return undefined
  }
  return 0
}

/** Whether the calls that can have created a lock are of ended processes, and one leaves it as it is. */
const isOfEndedCall = async (calls: readonly NotedCall[], { file, since }: GitLock): Promise<boolean> => {
  const possible = calls.filter((call) => call.contents.has(file) && call.since <= since)
  if (possible.length === 0 || possible.some(({ hasEnded }) => !hasEnded)) return false
  const content = await readFile(file, 'utf8').catch(() => null)
  return possible.some((call) => {
    const expected = call.contents.get(file)
    const isExpected = expected === 'any' || content === '' || (expected && content === expected.text)
    return isExpected && since - call.since <= longestStart
  })
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
  const name = relative(repository.commonDir, lock.file)
    .replace(/^(?:refs[/\\])?(?:amelia[/\\])?/, '')
    .replaceAll(/[/\\]/g, '~')
  const aside = join(folder, `${name}.${randomBytes(4).toString('hex')}`)
  for (const draft of draftOf(lock.file)) await rename(draft, `${aside}.new`).catch(() => {})
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
