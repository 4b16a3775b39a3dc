import { checkOptions, rules, type RulesOf, type RunStoreV1 } from '@amelia/core/plugin'
import {
  keyValueStore,
  type KeyValueStoreOptions,
  type LockManagerLike,
  recordLocks,
  webLocks,
} from '@amelia/store-key-value'
import { indexedDbEntries } from './indexed-db-entries.ts'
import { databaseRules, type DatabaseOptions } from './open-database.ts'
import { pageChannel } from './page-channel.ts'

/** Options of {@link indexedDbStore}. */
export interface IndexedDbStoreOptions extends DatabaseOptions {
  /**
   * Locks a run for one tab. Default: the page's Web Locks. With null, or in a page without them, a
   * timestamped record locks the run: it expires 2.5 minutes after the tab is closed, a Web Lock at once.
   */
  locks?: LockManagerLike | null | undefined
  /** Returns the time in milliseconds since 1970. Default: this machine's clock. */
  now?: KeyValueStoreOptions['now'] | undefined
}

const indexedDbStoreRules: RulesOf<IndexedDbStoreOptions> = {
  ...databaseRules,
  locks: rules.optional(
    rules.orNull(rules.shape('`navigator.locks`', { request: rules.function, query: rules.function })),
  ),
  now: rules.optional(rules.function),
}

/**
 * Creates a store in the browser: journals and commands survive a reload, and a crash of the browser.
 *
 * One tab or worker of the origin owns a run; the others get `RUN_LOCKED`, and can watch it. The browser
 * may delete the database when the disk is full, unless the page has called `navigator.storage.persist()`.
 */
export const indexedDbStore = (options: IndexedDbStoreOptions = {}): RunStoreV1 => {
  checkOptions('indexedDbStore', options, indexedDbStoreRules)
  const { locks = pageLocks(), now, ...database } = options
  const entries = indexedDbEntries(database)
  // Web Locks belong to the origin, not to the database.
  const prefix = `amelia:${database.name ?? 'amelia'}/`
  const nameLocks = locks === null ? recordLocks({ entries }) : webLocks(locks)
  const channel = pageChannel(prefix)
  return keyValueStore({
    ...entries,
    prefix,
    locks: nameLocks,
    channel,
    ...(now === undefined ? {} : { now }),
  })
}

const pageLocks = (): LockManagerLike | null =>
  (globalThis as { navigator?: { locks?: LockManagerLike } }).navigator?.locks ?? null
