import type { Effect } from '../../machine/state/effect.ts'
import type { InputOf } from '../../machine/state/input/input.ts'
import type { Performer } from '../performer.ts'

/**
 * Deletes the lock files that a person approved to delete. With `inspect`, deletes nothing and returns
 * undefined while one of them exists.
 */
export const clearLocks = async (
  { host: { git } }: Performer,
  { gateId, locks, inspect }: Extract<Effect, { type: 'clear_locks' }>,
): Promise<Omit<InputOf<'locks_gone'>, 'at'> | undefined> => {
  if (inspect) {
    const found = (await git.findLocks?.(locks.map(({ file }) => file))) ?? []
    if (found.some(({ id }) => locks.some((lock) => lock.id === id))) return undefined
  } else for (const lock of locks) await git.removeLock?.(lock)
  return { type: 'locks_gone', gateId }
}
