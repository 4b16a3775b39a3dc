/**
 * A key-value store of texts: IndexedDB, a Durable Object, a table, a `Map`. A value is durable once `set`
 * resolves.
 */
export interface KeyValueEntries {
  /** Reads the value of a key; undefined if it has none. */
  get(key: string): Promise<string | undefined>
  /** Writes the value of a key, in place of an earlier one. Durable once it resolves. */
  set(key: string, value: string): Promise<void>
  /** Does nothing for a missing key. */
  delete(key: string): Promise<void>
  /** Lists all keys with this prefix, in any order. */
  list(prefix: string): Promise<string[]>
  /**
   * Writes all or none of these values, atomically, if a key has the expected value. Returns false if it has
   * another one.
   *
   * Undefined means no value: as the expected value, and for a key to delete. Omit the method if the medium
   * has no atomic step: an instance that lost its lock may then write once more.
   */
  setIf?(condition: EntryCondition, changes: readonly EntryChange[]): Promise<boolean>
}

/** The value that a key must have for a write. */
export interface EntryCondition {
  /** The key to compare. */
  readonly key: string
  /** The expected value; undefined if the key must have none. */
  readonly is: string | undefined
}

/** A value to write, or with undefined a key to delete. */
export type EntryChange = readonly [key: string, value: string | undefined]

/** Creates entries in memory, for tests and for runs that are not resumed. */
export const memoryEntries = (): Required<KeyValueEntries> => {
  const values = new Map<string, string>()
  return {
    get: async (key) => values.get(key),
    async set(key, value) {
      values.set(key, value)
    },
    async delete(key) {
      values.delete(key)
    },
    list: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    async setIf({ key: where, is }, changes) {
      if (values.get(where) !== is) return false
      for (const [key, value] of changes) {
        if (value === undefined) values.delete(key)
        else values.set(key, value)
      }
      return true
    },
  }
}
