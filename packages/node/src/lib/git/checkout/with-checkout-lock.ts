import type { Repository } from '../repository/locate-repository.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

/**
 * Runs one task at a time that depends on HEAD, index and files of the user's checkout, or changes one of them.
 *
 * Beginning and ending a phase in place, moving references (HEAD's branch may be among them) and following the branch all take this
 * lock: a phase that is ended while its branch moves would otherwise restore the tree of the old HEAD. Always taken before the lock of
 * the common dir, never while holding it.
 */
export const withCheckoutLock = <Value>({ top }: Repository, task: () => Promise<Value>): Promise<Value> =>
  withRepositoryLock(`checkout: ${top}`, task)
