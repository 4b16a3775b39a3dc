import type { RunStoreV1 } from '@amelia/core/plugin'
import { holdInProcess } from './hold.ts'
import type { KeyValueEntries } from './key-value-entries.ts'
import { keyValueStore, type KeyValueStoreOptions } from './key-value-store.ts'

/** The part of a Durable Object's storage that is used: `ctx.storage`, or the transaction that it gives. */
export interface DurableTransactionLike {
  get(key: string): Promise<unknown>
  get(keys: string[]): Promise<Map<string, unknown>>
  put(entries: Record<string, unknown>): Promise<unknown>
  delete(keys: string[]): Promise<unknown>
  list(options: { prefix: string }): Promise<Map<string, unknown>>
}

export interface DurableStorageLike extends DurableTransactionLike {
  transaction<Result>(task: (transaction: DurableTransactionLike) => Promise<Result>): Promise<Result>
}

export type DurableObjectStoreOptions = Pick<KeyValueStoreOptions, 'prefix' | 'now' | 'uniqueId'>

/** Longest part of a text that is one value, in characters: a value has at most 128 KiB, and a character up to two bytes. */
const partLength = 60_000
/** So many keys are read, written or deleted by one call. */
const keysAtOnce = 128
/** Stands before the number of a part: no key of a run holds it. */
const separator = '\n'

/**
 * Keeps runs in the storage of a Durable Object: `durableObjectStore(ctx.storage)`.
 *
 * An object lives once in the world, so who holds a run is known in its memory; one that is started again finds every run free, and
 * the platform lets nothing of the one before it write. A long text is kept in parts.
 */
export const durableObjectStore = (
  storage: DurableStorageLike,
  options: DurableObjectStoreOptions = {},
): RunStoreV1 => keyValueStore({ ...options, ...entriesOf(storage), hold: holdInProcess(storage) })

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

/** A text as it is kept: itself, or the number of its parts, which have keys of their own. */
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
