/**
 * The part of IndexedDB that this package uses, so that it compiles without DOM types. `indexedDB` fits it.
 */
export interface IndexedDbLike {
  /** Opens a database, and creates or upgrades it to the version. */
  open(name: string, version: number): RequestLike<DatabaseLike>
}

/** The part of an `IDBRequest` that is used here. */
export interface RequestLike<Result> {
  /** The result, once the request has succeeded. */
  readonly result: Result
  /** The error, once the request has failed; else null. */
  readonly error: Error | null
  /** Calls the listener for each event of this type: `success`, `error` or `upgradeneeded`. */
  addEventListener(type: string, listener: () => void): void
}

/** The part of an `IDBDatabase` that is used here. */
export interface DatabaseLike {
  /** Creates a table, while the database is created or upgraded. */
  createObjectStore(name: string): unknown
  /** Begins a transaction on one table. With `strict`, it completes once its writes are on disk. */
  transaction(
    table: string,
    mode: 'readonly' | 'readwrite',
    options: { durability: 'strict' },
  ): TransactionLike
  /** Closes the connection once its transactions have ended. */
  close(): void
  /** Calls the listener for each event of this type: `close` or `versionchange`. */
  addEventListener(type: string, listener: () => void): void
}

/** The part of an `IDBTransaction` that is used here. */
export interface TransactionLike {
  /** The error that aborted the transaction; else null. */
  readonly error: Error | null
  /** Returns the transaction's table. */
  objectStore(name: string): TableLike
  /** Undoes all writes of the transaction. */
  abort(): void
  /** Calls the listener for each event of this type: `complete` or `abort`. */
  addEventListener(type: string, listener: () => void): void
}

/** The part of an `IDBObjectStore` that is used here. */
export interface TableLike {
  /** Reads the value of a key; undefined if it has none. */
  get(key: string | string[]): RequestLike<unknown>
  /** Writes a value, in place of the key's earlier one. */
  put(value: unknown, key: string | string[]): RequestLike<unknown>
  /** Deletes a key. A missing one is not an error. */
  delete(key: string | string[]): RequestLike<unknown>
  /** Lists the keys in an `IDBKeyRange`, in order. */
  getAllKeys(range: unknown): RequestLike<unknown[]>
}

/** The page's globals. */
const page = globalThis as {
  readonly indexedDB?: IndexedDbLike
  readonly IDBKeyRange?: { bound(lower: unknown, upper: unknown): unknown }
}

/** Returns the page's `indexedDB`. Throws if the environment has none. */
export const pageDatabases = (): IndexedDbLike => {
  if (page.indexedDB !== undefined) return page.indexedDB
  throw new Error('IndexedDB is not available here. Pass `indexedDB`, or another store and file system.')
}

/** The range of keys between two, both included. */
export const keysBetween = (lower: unknown, upper: unknown): unknown => page.IDBKeyRange?.bound(lower, upper)
