/** Git without processes, over any promise-based file system: in memory, in a browser, at the edge. */
export { type CloneOptions, cloneRepository } from './lib/remote/clone-repository.ts'
export { createIsomorphicGit, type IsomorphicGitOptions } from './lib/create-isomorphic-git.ts'
export { fetchBranch, type FetchOptions } from './lib/remote/fetch-branch.ts'
export { createRepository, type CreateRepositoryOptions } from './lib/repository/create-repository.ts'
export {
  type DurableObjectStoreOptions,
  type DurableStorageLike,
  durableObjectStore,
  type DurableTransactionLike,
} from './lib/store/durable-object-store.ts'
export type { AnyFileSystem, FileSystemStat, PromiseFileSystem } from './lib/file/any-file-system.ts'
export { type Channel, channelInProcess } from './lib/store/channel.ts'
export { type Hold, type LockManagerLike, webLocksHold } from './lib/store/hold.ts'
export { isomorphicHost, type IsomorphicHostOptions } from './lib/isomorphic-host.ts'
export {
  type EntryChange,
  type EntryCondition,
  type KeyValueEntries,
  memoryEntries,
} from './lib/store/key-value-entries.ts'
export { keyValueStore } from './lib/store/key-value-store.ts'
export type { KeyValueStoreOptions } from './lib/store/key-value-store-options.ts'
export { memoryFileSystem } from './lib/file/memory-file-system.ts'
export { pushBranch, type PushOptions } from './lib/remote/push-branch.ts'
export { recordHold, type RecordHoldOptions } from './lib/store/record-hold.ts'
export type { RemoteOptions } from './lib/remote/call-remote.ts'
export type { Lock } from './lib/repository/lock-of.ts'
