/** Stores journals and answers in any key-value store, with locks of runs. */
export { type Channel, channelInProcess } from './lib/channel.ts'
export {
  type DurableObjectStoreOptions,
  type DurableStorageLike,
  durableObjectStore,
  type DurableTransactionLike,
} from './lib/durable-object-store.ts'
export { type NameLocks, type LockManagerLike, webLocks } from './lib/name-locks.ts'
export {
  type EntryChange,
  type EntryCondition,
  type KeyValueEntries,
  memoryEntries,
} from './lib/key-value-entries.ts'
export { keyValueStore } from './lib/key-value-store.ts'
export type { KeyValueStoreOptions } from './lib/key-value-store-options.ts'
export { randomText } from './lib/random-text.ts'
export { recordLocks, type RecordLocksOptions } from './lib/record-locks.ts'
