import { AmeliaError, checkRefName, type RefUpdate } from '@amelia/core/plugin'
import type { Repository } from './locate-repository.ts'
import { withRepositoryLock } from './with-repository-lock.ts'

/**
 * Moves references in one transaction: all of them, or none when one does not hold what it should (`REF_MOVED`).
 *
 * Git itself waits up to five seconds, with jitter, for a lock that somebody holds. No lock is ever removed here.
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
  await withRepositoryLock(repository.commonDir, async () => {
    try {
      await repository.git(['update-ref', '--no-deref', '-m', 'amelia', '--stdin', '-z'], { input })
    } catch (cause) {
      const moved = await findMoved(repository, updates)
      if (moved.length === 0) throw cause
      const message = `Somebody else moved ${moved.join(', ')}: no reference was changed.`
      throw new AmeliaError('REF_MOVED', message, { refs: moved }, { cause })
    }
  })
}

const findMoved = async (repository: Repository, updates: RefUpdate[]): Promise<string[]> => {
  const names = updates.map(({ ref }) => ref)
  const { text } = await repository.git(['for-each-ref', '--format=%(refname) %(objectname)', ...names])
  const now = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]))
  return updates.filter(({ ref, old }) => (now.get(ref) ?? null) !== old).map(({ ref }) => ref)
}
