import type { Repository } from '../repository/locate-repository.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

/**
 * Runs one task at a time that depends on HEAD, index and files of the user's checkout, or changes one of
 * them.
 *
 * Starting and ending a phase in place, moving refs (HEAD's branch may be one of them) and following the
 * branch take this lock: a phase that ends while its branch moves would otherwise restore the tree of the old
 * HEAD. Take it before the lock of the common dir.
 */
export const withCheckoutLock = <Value>({ top }: Repository, task: () => Promise<Value>): Promise<Value> =>
  withRepositoryLock(`checkout: ${top}`, task)
