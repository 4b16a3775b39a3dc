import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitLock } from '@amelia/core/plugin'
import { type RepeatGit, repeatGit } from '../call/repeat-git.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { lockOf } from './explain-lock.ts'
import { findGitProcesses } from './find-git-processes.ts'
import { findLocks, removeLock } from './find-locks.ts'
import { type LockContents, noteCall } from './note-call.ts'

/** A ref that a call moves. `new`: its new value, null to delete it, or unknown. */
export interface UpdatedRef {
  ref: string
  new?: string | null
}

/**
 * Performs a call that moves refs, and again if its process was killed. The call must expect refs that have
 * their new value by then.
 *
 * First removes the locks that the killed process left: those of the call's refs that did not exist before
 * the call. A lock with the new value is removed at once. An empty one could also belong to `git pack-refs`,
 * so it stays while another process of git uses the repository, or if the child was dead when it was
 * created.
 */
export const repeatUpdate = async <Result>(
  repository: Repository,
  updates: readonly UpdatedRef[],
  call: (count: number) => Promise<Result>,
  options: Pick<RepeatGit, 'pause'> = {},
): Promise<Result> => {
  const values = lockedBy(repository, updates)
  const noted = noteCall(repository, contentsOf(values))
  const before = new Set((await findLocks([...values.keys()])).map(({ file }) => file))
  let count = 0
  let endedAt = 0
  const perform = async (): Promise<Result> => {
    await noted.begin()
    try {
      return await call(count++)
    } finally {
      endedAt = Date.now()
    }
  }
  const prepare = async (): Promise<void> => {
    const empty: GitLock[] = []
    for (const lock of await findLocks([...values.keys()])) {
      if (before.has(lock.file)) continue
      const content = await readFile(lock.file, 'utf8').catch(() => null)
      const value = values.get(lock.file)
      if (value === undefined ? /^[0-9a-f]{40,64}\n$/.test(content ?? '') : content === `${value}\n`)
        await rm(lock.file, { force: true })
      else if (content === '' && lock.since <= endedAt) empty.push(lock)
    }
    if (empty.length === 0 || (await findGitProcesses(repository))?.length !== 0) return
    for (const lock of empty) await removeLock(repository, lock)
  }
  return repeatGit(perform, { ...options, prepare }).finally(noted.end)
}

const contentsOf = (values: ReturnType<typeof lockedBy>): LockContents => {
  const contentOf = (value: string | null | undefined) =>
    value === undefined ? 'any' : value === null ? null : { text: `${value}\n` }
  return new Map([...values].map(([file, value]) => [file, contentOf(value)]))
}

/**
 * Maps the lock files that git takes to move refs to the values that it writes into them: one per ref, that
 * of HEAD if it names one of them, and that of the packed refs if one is deleted. Git leaves the last two
 * empty.
 */
const lockedBy = (
  repository: Repository,
  updates: readonly UpdatedRef[],
): Map<string, string | null | undefined> => {
  const { gitDir, commonDir } = repository
  const values = new Map(updates.map((update) => [lockOf(repository, update.ref), update.new]))
  const head = /^ref: (.+)$/m.exec(readFileSync(join(gitDir, 'HEAD'), 'utf8'))?.[1]
  if (updates.some(({ ref }) => ref === head)) values.set(join(gitDir, 'HEAD.lock'), null)
  if (updates.some((update) => update.new === null)) values.set(join(commonDir, 'packed-refs.lock'), null)
  return values
}
