import { readFile, rm } from 'node:fs/promises'
import { AmeliaError, checkRefName, type RefUpdate } from '@amelia/core/plugin'
import { wasKilled } from '../call/was-killed.ts'
import { explainLock, lockOf } from './explain-lock.ts'
import { repeatUpdate } from './repeat-update.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

/**
 * Moves refs in one transaction: all of them, or none if one does not have its expected value (`REF_MOVED`).
 *
 * A lock of a ref below `refs/amelia/` that contains exactly the new value was left by a killed process of
 * the engine, and is removed. Other locks stay: `GIT_LOCKED` names them.
 *
 * A killed process may have moved some of the refs. The others are moved by a second one, unless one of them
 * has a third value.
 */
export const moveRefs = async (repository: Repository, updates: RefUpdate[]): Promise<void> => {
  if (updates.length === 0) return
  for (const { ref } of updates) checkRefName(ref)
  await withRepositoryLock(repository.commonDir, async () => {
    let open = updates
    try {
      await repeatUpdate(repository, updates, async (count) => {
        if (count > 0) open = await findOpen(repository, updates)
        await update(repository, open).catch(async (error: unknown) => {
          if (!(await removeOwnLocks(repository, open))) throw error
          await update(repository, open)
        })
      })
    } catch (cause) {
      const moved = await findMoved(repository, open, wasKilled(cause))
      if (moved.length === 0) {
        const refs = updates.map(({ ref }) => ref)
        throw await explainLock(repository, cause, refs)
      }
      const done = updates.filter((one) => !open.includes(one)).map(({ ref }) => ref)
      const rest =
        done.length === 0 ? 'No ref was changed.' : `Moved before git was killed: ${done.join(', ')}.`
      const message = `Someone else moved ${moved.join(', ')}. ${rest}`
      throw new AmeliaError('REF_MOVED', message, { refs: moved }, { cause })
    }
  })
}

const update = async (repository: Repository, updates: readonly RefUpdate[]): Promise<void> => {
  if (updates.length === 0) return
  const zero = '0'.repeat(repository.objectFormat === 'sha256' ? 64 : 40)
  const line = ({ ref, new: to, old }: RefUpdate): string => {
    if (to !== null) return `update ${ref}\0${to}\0${old ?? zero}\0`
    return old === null ? `verify ${ref}\0${zero}\0` : `delete ${ref}\0${old}\0`
  }
  const input = `start\0${updates.map(line).join('')}prepare\0commit\0`
  await repository.git(['update-ref', '--no-deref', '-m', 'amelia', '--stdin', '-z'], { input })
}

/** Removes locks that contain the value that the engine is about to write. Returns whether one existed. */
const removeOwnLocks = async (repository: Repository, updates: readonly RefUpdate[]): Promise<boolean> => {
  let removed = false
  for (const { ref, new: to } of updates) {
    if (to === null || !ref.startsWith('refs/amelia/')) continue
    const file = lockOf(repository, ref)
    if ((await readFile(file, 'utf8').catch(() => null)) !== `${to}\n`) continue
    await rm(file, { force: true })
    removed = true
  }
  return removed
}

/** Finds the updates whose refs do not have their new value. */
const findOpen = async (repository: Repository, updates: readonly RefUpdate[]): Promise<RefUpdate[]> => {
  const now = await readValues(repository, updates)
  return updates.filter(({ ref, new: to }) => (now.get(ref) ?? null) !== to)
}

/** Finds refs that someone else has moved. A killed process may itself have moved those with a new value. */
const findMoved = async (
  repository: Repository,
  updates: readonly RefUpdate[],
  killed: boolean,
): Promise<string[]> => {
  const now = await readValues(repository, updates)
  const isMoved = ({ ref, new: to, old }: RefUpdate): boolean => {
    const value = now.get(ref) ?? null
    return value !== old && !(killed && value === to)
  }
  return updates.filter(isMoved).map(({ ref }) => ref)
}

const readValues = async (
  repository: Repository,
  updates: readonly RefUpdate[],
): Promise<Map<string, string>> => {
  const names = updates.map(({ ref }) => ref)
  // Without a name, git lists all refs.
  if (names.length === 0) return new Map()
  const { text } = await repository.git(['for-each-ref', '--format=%(refname) %(objectname)', ...names])
  return new Map(text.split('\n').map((line) => line.split(' ') as [string, string]))
}
