import { readFile, rm } from 'node:fs/promises'
import { AmeliaError, checkRefName, type RefUpdate } from '@amelia/core/plugin'
import { explainLock, lockOf } from '../lock/explain-lock.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

/**
 * Moves refs in one transaction: all of them, or none if one does not have its expected value (`REF_MOVED`).
 *
 * A lock of a ref below `refs/amelia/` that contains exactly the new value was left by a killed process of
 * the engine, and is removed. Other locks stay: `GIT_LOCKED` names them.
 */
export const moveRefs = async (repository: Repository, updates: RefUpdate[]): Promise<void> => {
  if (updates.length === 0) return
  for (const { ref } of updates) checkRefName(ref)
  const zero = '0'.repeat(repository.objectFormat === 'sha256' ? 64 : 40)
  const line = ({ ref, new: to, old }: RefUpdate): string => {
    if (to !== null) return `update ${ref}\0${to}\0${old ?? zero}\0`
    return old === null ? `verify ${ref}\0${zero}\0` : `delete ${ref}\0${old}\0`
  }
  const input = `start\0${updates.map(line).join('')}prepare\0commit\0`
  const update = () =>
    repository.git(['update-ref', '--no-deref', '-m', 'amelia', '--stdin', '-z'], { input })
  await withRepositoryLock(repository.commonDir, async () => {
    try {
      await update().catch(async (error: unknown) => {
        if (!(await removeOwnLocks(repository, updates))) throw error
        return update()
      })
    } catch (cause) {
      const moved = await findMoved(repository, updates)
      if (moved.length === 0) {
        const refs = updates.map(({ ref }) => ref)
        throw await explainLock(repository, cause, refs)
      }
      const message = `Someone else moved ${moved.join(', ')}. No ref was changed.`
      throw new AmeliaError('REF_MOVED', message, { refs: moved }, { cause })
    }
  })
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

const findMoved = async (repository: Repository, updates: RefUpdate[]): Promise<string[]> => {
  const names = updates.map(({ ref }) => ref)
  const { text } = await repository.git(['for-each-ref', '--format=%(refname) %(objectname)', ...names])
  const now = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]))
  return updates.filter(({ ref, old }) => (now.get(ref) ?? null) !== old).map(({ ref }) => ref)
}
