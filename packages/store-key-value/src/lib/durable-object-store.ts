import { checkArgument, checkOptions, rules, type RunStoreV1 } from '@amelia/core/plugin'
import { locksInProcess } from './name-locks.ts'
import type { KeyValueEntries } from './key-value-entries.ts'
import { keyValueStore } from './key-value-store.ts'
import type { KeyValueStoreOptions } from './key-value-store-options.ts'

/** The part of a Durable Object's storage that is used here: `ctx.storage`, or its transaction. */
export interface DurableTransactionLike {
  /** Reads the value of one key, or the values of those keys that have one. At most 128 keys. */
  get(key: string): Promise<unknown>
  get(keys: string[]): Promise<Map<string, unknown>>
  /** Writes values by key. At most 128 keys. */
  put(entries: Record<string, unknown>): Promise<unknown>
  /** Deletes keys; missing ones are not an error. At most 128 keys. */
  delete(keys: string[]): Promise<unknown>
  /** Returns the keys with this prefix and their values. */
  list(options: { prefix: string }): Promise<Map<string, unknown>>
}

/** The part of a Durable Object's storage that is used here: `ctx.storage`. */
export interface DurableStorageLike extends DurableTransactionLike {
  /** Runs a task as one atomic, isolated transaction. An error of the task undoes its writes. */
  transaction<Result>(task: (transaction: DurableTransactionLike) => Promise<Result>): Promise<Result>
}

/** Options of {@link durableObjectStore}. */
export type DurableObjectStoreOptions = Pick<KeyValueStoreOptions, 'prefix' | 'now' | 'uniqueId'>

/**
 * The longest part of a text in one value, in characters: a value has at most 128 KiB, a character up to two
 * bytes.
 */
const partLength = 60_000
/** The most keys to read, write or delete in one call. */
const keysAtOnce = 128
/** Separates a key from the number of a part. The keys of a run never contain it. */
const separator = '\n'

/**
 * Creates a run store in the storage of a Durable Object: `durableObjectStore(ctx.storage)`.
 *
 * A Durable Object has a single instance, so locks are kept in its memory. After a restart all runs are
 * unlocked, and the platform rejects writes of the previous instance. Long texts are stored in parts.
 */
export const durableObjectStore = (
  storage: DurableStorageLike,
  options: DurableObjectStoreOptions = {},
): RunStoreV1 => {
  checkArgument('durableObjectStore', 'storage', storage, storageRule)
  checkOptions('durableObjectStore', options, {
    prefix: rules.optional(rules.text),
    now: rules.optional(rules.function),
    uniqueId: rules.optional(rules.function),
  })
  return keyValueStore({ ...options, ...entriesOf(storage), locks: locksInProcess(storage) })
}

const storageRule = rules.shape("a Durable Object's storage: `ctx.storage`", {
  get: rules.function,
  list: rules.function,
  transaction: rules.function,
})

const entriesOf = (storage: DurableStorageLike): KeyValueEntries => ({
  get: (key) => read(storage, key),
  set: (key, value) => storage.transaction((transaction) => write(transaction, key, value)),
  delete: (key) => storage.transaction((transaction) => write(transaction, key, undefined)),
  async list(prefix) {
    return [...(await storage.list({ prefix })).keys()].filter((key) => !key.includes(separator))
  },
  setIf: ({ key: where, is }, changes) =>
    storage.transaction(async (transaction) => {
      if ((await read(transaction, where)) !== is) return false
      for (const [key, value] of changes) await write(transaction, key, value)
      return true
    }),
})

/** A stored text: the text itself, or the number of its parts, which have separate keys. */
type Kept = string | number | undefined

const partKeys = (key: string, kept: unknown): string[] =>
  typeof kept === 'number' ? Array.from({ length: kept }, (_, part) => `${key}${separator}${part}`) : []

const read = async (from: DurableTransactionLike, key: string): Promise<string | undefined> => {
  const kept = (await from.get(key)) as Kept
  if (typeof kept !== 'number') return kept
  let text = ''
  for (const keys of batches(partKeys(key, kept))) {
    const found = await from.get(keys)
    for (const part of keys) text += found.get(part) as string
  }
  return text
}

const write = async (to: DurableTransactionLike, key: string, text: string | undefined): Promise<void> => {
  const old = partKeys(key, await to.get(key))
  for (const keys of batches(text === undefined ? [key, ...old] : old)) await to.delete(keys)
  if (text === undefined) return
  const count = Math.ceil(text.length / partLength)
  if (count <= 1) {
    await to.put({ [key]: text })
    return
  }
  const parts = partKeys(key, count).map((part, at): [string, string | number] => [
    part,
    text.slice(at * partLength, (at + 1) * partLength),
  ])
  for (const some of batches([[key, count] as [string, string | number], ...parts])) {
    await to.put(Object.fromEntries(some))
  }
}

const batches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / keysAtOnce) }, (_, at) =>
    items.slice(at * keysAtOnce, (at + 1) * keysAtOnce),
  )
