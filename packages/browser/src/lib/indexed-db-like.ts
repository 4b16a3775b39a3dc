/**
 * The part of IndexedDB that this package uses, so that it compiles without DOM types. `indexedDB` fits it.
 */
export interface IndexedDbLike {
  open(name: string, version: number): RequestLike<DatabaseLike>
}

export interface RequestLike<Result> {
  readonly result: Result
  readonly error: Error | null
  addEventListener(type: string, listener: () => void): void
}

export interface DatabaseLike {
  createObjectStore(name: string): unknown
  transaction(
    table: string,
    mode: 'readonly' | 'readwrite',
    options: { durability: 'strict' },
  ): TransactionLike
  close(): void
  addEventListener(type: string, listener: () => void): void
}

export interface TransactionLike {
  readonly error: Error | null
  objectStore(name: string): TableLike
  abort(): void
  addEventListener(type: string, listener: () => void): void
}

export interface TableLike {
  get(key: string | string[]): RequestLike<unknown>
  put(value: unknown, key: string | string[]): RequestLike<unknown>
  delete(key: string | string[]): RequestLike<unknown>
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
