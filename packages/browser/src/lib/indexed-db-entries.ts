import { checkOptions } from '@amelia/core/plugin'
import type { KeyValueEntries } from '@amelia/store-key-value'
import { keysBetween } from './indexed-db-like.ts'
import { databaseRules, type DatabaseOptions, openDatabase, resultOf } from './open-database.ts'

/** Stores texts by key in IndexedDB. A value is on disk once `set` resolves, and survives the page. */
export const indexedDbEntries = (options: DatabaseOptions = {}): Required<KeyValueEntries> => {
  checkOptions('indexedDbEntries', options, databaseRules)
  const { step } = openDatabase(options)
  return {
    get: (key) =>
      step(
        'entries',
        'readonly',
        async (entries) => (await resultOf(entries.get(key))) as string | undefined,
      ),
    set: (key, value) => step('entries', 'readwrite', async (entries) => void entries.put(value, key)),
    delete: (key) => step('entries', 'readwrite', async (entries) => void entries.delete(key)),
    list: (prefix) =>
      step(
        'entries',
        'readonly',
        async (entries) => (await resultOf(entries.getAllKeys(keysFrom(prefix)))) as string[],
      ),
    setIf: ({ key: where, is }, changes) =>
      step('entries', 'readwrite', async (entries) => {
        if ((await resultOf(entries.get(where))) !== is) return false
        for (const [key, value] of changes) {
          if (value === undefined) entries.delete(key)
          else entries.put(value, key)
        }
        return true
      }),
  }
}

/** The range of keys with a prefix, up to the highest UTF-16 code unit. */
const keysFrom = (prefix: string): unknown => keysBetween(prefix, `${prefix}\uffff`)
