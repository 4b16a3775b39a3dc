/**
 * The part of IndexedDB that is used, so that nothing here asks for the types of a page: `indexedDB` itself fits.
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

/** What the page has as globals. */
const page = globalThis as {
  readonly indexedDB?: IndexedDbLike
  readonly IDBKeyRange?: { bound(lower: unknown, upper: unknown): unknown }
}

/** The page's own databases. Throws where there are none. */
export const pageDatabases = (): IndexedDbLike => {
  if (page.indexedDB !== undefined) return page.indexedDB
  throw new Error('There is no IndexedDB here: give another store and another file system.')
}

/** All keys from one to another, both included. */
export const keysBetween = (lower: unknown, upper: unknown): unknown => page.IDBKeyRange?.bound(lower, upper)
