/** Texts by key: IndexedDB, a Durable Object, a table, a `Map`. A value that was set is safe once the call resolves. */
export interface KeyValueEntries {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  /** A key that is not there is nothing. */
  delete(key: string): Promise<void>
  /** All keys that begin with the prefix, in any order. */
  list(prefix: string): Promise<string[]>
  /**
   * Writes all of these or none, and only while a key has this value: in one step, whoever else writes. False when it had another one.
   *
   * Undefined stands for no value: as a condition, and for a key that is to be deleted. Where the medium has no such step, leave
   * it out: a holder whose run was taken over may then write once more.
   */
  setIf?(condition: EntryCondition, changes: readonly EntryChange[]): Promise<boolean>
}

export interface EntryCondition {
  readonly key: string
  readonly is: string | undefined
}

export type EntryChange = readonly [key: string, value: string | undefined]

/** Entries in memory: for tests, and for runs that nobody takes up again. */
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
