/** A host for pages and workers: files and journals in IndexedDB. */
export { browserHost, type BrowserHostOptions } from './lib/browser-host.ts'
export type {
  DatabaseLike,
  IndexedDbLike,
  RequestLike,
  TableLike,
  TransactionLike,
} from './lib/indexed-db-like.ts'
export { indexedDbEntries } from './lib/indexed-db-entries.ts'
export { indexedDbFileSystem } from './lib/indexed-db-file-system.ts'
export { indexedDbStore, type IndexedDbStoreOptions } from './lib/indexed-db-store.ts'
export type { DatabaseOptions } from './lib/open-database.ts'
