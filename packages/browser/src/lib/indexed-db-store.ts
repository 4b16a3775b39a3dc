import type { RunStoreV1 } from '@amelia/core/plugin'
import {
  keyValueStore,
  type KeyValueStoreOptions,
  type LockManagerLike,
  recordHold,
  webLocksHold,
} from '@amelia/git-isomorphic'
import { indexedDbEntries } from './indexed-db-entries.ts'
import type { DatabaseOptions } from './open-database.ts'

export interface IndexedDbStoreOptions extends DatabaseOptions {
  /**
   * Keeps a run for one tab. Default: the page's own locks. With null, or where a page has none, a record with a time in it: a tab that
   * has gone is taken over from after two and a half minutes then, and at once with locks.
   */
  locks?: LockManagerLike | null
  /** Milliseconds since 1970. Default: this machine's clock. */
  now?: KeyValueStoreOptions['now']
}

/**
 * Keeps runs in the browser: journals and offers outlive a reload, and a crash of the browser.
 *
 * A run has one holder among all tabs and workers of the origin; another one is told `RUN_HELD`. The browser may throw all of it
 * away when the disk is full, unless the page has asked with `navigator.storage.persist()`.
 */
export const indexedDbStore = (options: IndexedDbStoreOptions = {}): RunStoreV1 => {
  const { locks = pageLocks(), now, ...database } = options
  const entries = indexedDbEntries(database)
  // Locks are the origin's, not the database's.
  const prefix = `amelia:${database.name ?? 'amelia'}/`
  const hold = locks === null ? recordHold({ entries }) : webLocksHold(locks)
  return keyValueStore({ ...entries, prefix, hold, ...(now === undefined ? {} : { now }) })
}

const pageLocks = (): LockManagerLike | null =>
  (globalThis as { navigator?: { locks?: LockManagerLike } }).navigator?.locks ?? null
