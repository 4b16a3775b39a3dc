/** Git without processes, over any file system by promises: in memory, in a browser, at the edge. */
export { type CloneOptions, cloneRepository } from './lib/clone-repository.ts'
export { createIsomorphicGit, type IsomorphicGitOptions } from './lib/create-isomorphic-git.ts'
export { fetchBranch, type FetchOptions } from './lib/fetch-branch.ts'
export { createRepository, type CreateRepositoryOptions } from './lib/create-repository.ts'
export {
  type DurableObjectStoreOptions,
  type DurableStorageLike,
  durableObjectStore,
  type DurableTransactionLike,
} from './lib/durable-object-store.ts'
export type { AnyFileSystem, FileSystemStat, PromiseFileSystem } from './lib/file-system.ts'
export { type Hold, type LockManagerLike, webLocksHold } from './lib/hold.ts'
export { isomorphicHost, type IsomorphicHostOptions } from './lib/isomorphic-host.ts'
export {
  type EntryChange,
  type EntryCondition,
  type KeyValueEntries,
  memoryEntries,
} from './lib/key-value-entries.ts'
export { keyValueStore, type KeyValueStoreOptions } from './lib/key-value-store.ts'
export { memoryFileSystem } from './lib/memory-file-system.ts'
export { pushBranch, type PushOptions } from './lib/push-branch.ts'
export { recordHold, type RecordHoldOptions } from './lib/record-hold.ts'
export type { RemoteOptions } from './lib/remote.ts'
export type { Lock } from './lib/with-lock.ts'
