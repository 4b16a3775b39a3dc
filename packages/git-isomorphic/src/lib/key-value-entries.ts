/** Texts by key: IndexedDB, a Durable Object, a table, a `Map`. A value that was set is safe once the call resolves. */
export interface KeyValueEntries {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  /** A key that is not there is nothing. */
  delete(key: string): Promise<void>
  /** All keys that begin with the prefix, in any order. */
  list(prefix: string): Promise<string[]>
}

/** Entries in memory: for tests, and for runs that nobody takes up again. */
export const memoryEntries = (): KeyValueEntries => {
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
  }
}
