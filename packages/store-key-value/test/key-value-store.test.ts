import { createManualClock, runStoreContract } from '@amelia/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type NameLocks,
  type KeyValueEntries,
  keyValueStore,
  memoryEntries,
  recordLocks,
  webLocks,
} from '../src/index.ts'

/** The access of a test case to the medium behind a store. */
interface Medium {
  entries: KeyValueEntries
  locks: NameLocks
  /** Releases the lock as if its owner were dead. */
  free(runId: string): Promise<void>
}

/** Locks in memory, and can forget the owner. */
const createNames = (): Pick<Medium, 'locks' | 'free'> => {
  const names = new Map<string, object>()
  return {
    locks: {
      async take(name) {
        if (names.has(name)) return null
        const token = {}
        names.set(name, token)
        return async () => void (names.get(name) === token && names.delete(name))
      },
      isLocked: async (name) => names.has(name),
    },
    free: async (runId) => void names.delete(`amelia/${runId}`),
  }
}

/** Locks by records, of which only the first in each round is renewed. */
const createRecords = (): Medium => {
  const entries = memoryEntries()
  const clock = createManualClock()
  let dead = new AbortController()
  const locks = recordLocks({
    entries,
    staleMs: 1000,
    clock: { now: clock.now, wait: (ms, signal) => clock.wait(ms, AbortSignal.any([dead.signal, signal!])) },
  })
  return {
    entries,
    locks,
    async free() {
      dead.abort(new Error('the page has gone'))
      dead = new AbortController()
      clock.advance(1000)
    },
  }
}

const withoutSetIf = (): Medium => {
  const { get, set, delete: remove, list } = memoryEntries()
  return { entries: { get, set, delete: remove, list }, ...createNames() }
}

const media = new WeakMap<object, Medium>()

const lastKey = async (entries: KeyValueEntries, runId: string): Promise<string> =>
  (await entries.list(`amelia/${runId}/journal/`)).sort().at(-1)!

describe.each([
  ['that writes in one step', () => ({ entries: memoryEntries(), ...createNames() })],
  ['that looks before it writes', withoutSetIf],
  ['that locks by records', createRecords],
])('a key-value store %s keeps the contract', (_, createMedium) => {
  const cases = runStoreContract({
    async create() {
      const medium: Medium = createMedium()
      const store = keyValueStore({ ...medium.entries, locks: medium.locks })
      const subject = { store, close: async () => {} }
      media.set(subject, medium)
      return subject
    },
    faults: {
      abandon: async (subject, { runId }) => media.get(subject)!.free(runId),
      async tear(subject, runId) {
        const { entries } = media.get(subject)!
        await entries.set(`amelia/${runId}/journal/000000000003`, '01234567 {"seq":3,"val')
      },
      async damage(subject, runId, line) {
        const { entries } = media.get(subject)!
        const key = await lastKey(entries, runId)
        const lines = (await entries.get(key))!.split('\n')
        lines[line - 1] = lines[line - 1]!.replace('"n"', '"m"')
        await entries.set(key, lines.join('\n'))
      },
      reopen: (subject) => {
        const { entries, locks } = media.get(subject)!
        return keyValueStore({ ...entries, locks })
      },
      spoil: async (subject, runId, id) =>
        media.get(subject)!.entries.set(`amelia/${runId}/commands/${id}`, '{"x'),
    },
  })
  for (const { name, covered, run } of cases) {
    it(name, async () => {
      expect(covered).toBe(true)
      await run()
    })
  }
})

describe('a key-value store', () => {
  it('refuses a member that is almost a missing option, and accepts others', () => {
    const entries = memoryEntries()
    const misspelt = { ...entries, lcoks: recordLocks } as object as typeof entries
    expect(() => keyValueStore(misspelt)).toThrow('`lcoks` is not known. Did you mean `locks`?')
    const { setIf: _, ...others } = entries
    expect(() => keyValueStore({ ...others, setIF: 1 } as object as typeof entries)).toThrow('`setIf`')
    keyValueStore({ ...others, close: () => {}, has: () => true, size: 1 } as object as typeof entries)
  })

  it('by default locks a run against other stores of the process on the same entries', async () => {
    const entries = memoryEntries()
    const lease = await keyValueStore(entries).acquire('r1')
    await expect(keyValueStore(entries).acquire('r1')).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    await keyValueStore(memoryEntries()).acquire('r1')
    await lease.release()
    await keyValueStore(entries).acquire('r1')
  })

  it('reads each value once for a follower, when its record is written', { timeout: 10_000 }, async () => {
    // Without a poll.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const entries = memoryEntries()
    const found: string[] = []
    const counted = {
      ...entries,
      async get(key: string) {
        const value = await entries.get(key)
        if (value !== undefined && key.includes('/journal/')) found.push(key)
        return value
      },
    }
    const lease = await keyValueStore(counted).acquire('r1')
    const stop = new AbortController()
    const follower = keyValueStore(counted).follow!('r1', stop.signal)[Symbol.asyncIterator]()
    for (let seq = 1; seq <= 50; seq += 2) {
      const next = follower.next()
      const records = [seq, seq + 1].map((each) => ({ seq: each, value: each }))
      await lease.append(records)
      expect((await next).value).toEqual(records)
    }
    expect(found).toHaveLength(25)
    const end = follower.next()
    stop.abort()
    expect(await end).toMatchObject({ done: true })
  })

  it('yields all stored records together, so that a resumed run is not taken for an ended one', async () => {
    const store = keyValueStore(memoryEntries())
    const lease = await store.acquire('r1')
    const records = [1, 2, 3].map((seq) => ({ seq, value: seq }))
    for (const record of records) await lease.append([record])
    const stop = new AbortController()
    const follower = store.follow!('r1', stop.signal)[Symbol.asyncIterator]()
    expect((await follower.next()).value).toEqual(records)
    stop.abort()
  })

  it('polls for records that another process wrote', async () => {
    const entries = memoryEntries()
    const lease = await keyValueStore({ ...entries, get: (key) => entries.get(key) }).acquire('r1')
    const stop = new AbortController()
    const follower = keyValueStore(entries).follow!('r1', stop.signal)[Symbol.asyncIterator]()
    const next = follower.next()
    await lease.append([{ seq: 1, value: 1 }])
    expect((await next).value).toEqual([{ seq: 1, value: 1 }])
    stop.abort()
  })

  it('continues after the complete records of a value that was cut', async () => {
    const entries = memoryEntries()
    const store = keyValueStore(entries)
    const lease = await store.acquire('r1')
    await lease.append([1, 2].map((seq) => ({ seq, value: seq })))
    await lease.release()
    const key = await lastKey(entries, 'r1')
    await entries.set(key, (await entries.get(key))!.slice(0, -5))
    const stop = new AbortController()
    const follower = store.follow!('r1', stop.signal)[Symbol.asyncIterator]()
    expect((await follower.next()).value).toEqual([{ seq: 1, value: 1 }])
    const second = follower.next()
    const next = await store.acquire('r1')
    await next.append([{ seq: 2, value: 'new' }])
    expect((await second).value).toEqual([{ seq: 2, value: 'new' }])
    await entries.set('amelia/r1/journal/000000000003', 'spoiled line\n')
    await expect(follower.next()).rejects.toMatchObject({ code: 'RUN_DAMAGED', details: { line: 3 } })
  })

  it('removes partial appends if the medium kept no more', async () => {
    const entries = memoryEntries()
    const store = keyValueStore(entries)
    const lease = await store.acquire('r1')
    await lease.append([1, 2, 3].map((seq) => ({ seq, value: seq })))
    await lease.release()
    const key = await lastKey(entries, 'r1')
    await entries.set(key, (await entries.get(key))!.slice(0, -5))
    const next = await store.acquire('r1')
    await next.append([{ seq: 3, value: 'new' }])
    expect((await store.load('r1')).map(({ value }) => value)).toEqual([1, 2, 'new'])
  })

  it('throws STORE_FAILED for failures of the medium, and continues from the stored records', async () => {
    const entries = memoryEntries()
    let full = false
    const store = keyValueStore({
      ...entries,
      async setIf(condition, changes) {
        if (full) throw new Error('the quota is used up')
        return entries.setIf(condition, changes)
      },
    })
    const lease = await store.acquire('r1')
    full = true
    await expect(lease.append([{ seq: 1, value: 1 }])).rejects.toMatchObject({ code: 'STORE_FAILED' })
    full = false
    await lease.append([{ seq: 1, value: 2 }])
    expect(await store.load('r1')).toEqual([{ seq: 1, value: 2 }])
  })

  it('fault 61: an owner that is suspended in the middle of an append cannot overwrite the next one', async () => {
    const entries = memoryEntries()
    const names = createNames()
    let wake = (): void => {}
    const sleep: { until?: Promise<void> } = {}
    const slow = keyValueStore({
      ...entries,
      locks: names.locks,
      async setIf(condition, changes) {
        await sleep.until
        return entries.setIf(condition, changes)
      },
    })
    const first = await slow.acquire('r1')
    await first.append([{ seq: 1, value: 'first' }])
    sleep.until = new Promise((resolve) => {
      wake = resolve
    })
    const late = first.append([{ seq: 2, value: 'late' }])
    await names.free('r1')
    const next = await keyValueStore({ ...entries, locks: names.locks }).acquire('r1')
    await next.append([{ seq: 2, value: 'next' }])
    wake()
    await expect(late).rejects.toMatchObject({ code: 'LEASE_LOST' })
    expect((await slow.load('r1')).map(({ value }) => value)).toEqual(['first', 'next'])
  })
})

describe('recordLocks', () => {
  const open = () => {
    const entries = memoryEntries()
    const clock = createManualClock()
    return { entries, clock, locks: () => recordLocks({ entries, staleMs: 1000, clock }) }
  }

  it('keeps a name locked as long as its owner lives', async () => {
    const { clock, locks } = open()
    const letGo = await locks().take('a')
    for (let round = 0; round < 20; round += 1) {
      clock.advance(200)
      await vi.waitFor(() => expect(clock.waiting).toBe(1))
      expect(await locks().take('a')).toBeNull()
    }
    await letGo?.()
    expect(await locks().isLocked('a')).toBe(false)
    expect(await locks().take('a')).not.toBeNull()
  })

  it('gives a name to one of many concurrent requests, and again when its owner gives no sign of life', async () => {
    const { entries, clock, locks } = open()
    const asked = await Promise.all(Array.from({ length: 8 }, () => locks().take('a')))
    expect(asked.filter((one) => one !== null)).toHaveLength(1)
    await entries.set('b/lock', JSON.stringify({ holder: 'gone', at: clock.now() - 999 }))
    expect(await locks().take('b')).toBeNull()
    await entries.set('b/lock', JSON.stringify({ holder: 'gone', at: clock.now() - 1000 }))
    expect(await locks().take('b')).not.toBeNull()
    await entries.set('c/lock', 'no record')
    expect(await locks().take('c')).not.toBeNull()
  })

  it('leaves the lock of a new owner alone', async () => {
    const { entries, locks } = open()
    const letGo = await locks().take('a')
    const other = JSON.stringify({ holder: 'other', at: 0 })
    await entries.set('a/lock', other)
    await letGo?.()
    expect(await entries.get('a/lock')).toBe(other)
  })
})

describe('webLocks', () => {
  it('keeps a name locked until it is released', async () => {
    const names = new Set<string>()
    const { take, isLocked } = webLocks({
      async request(name, _, task) {
        if (names.has(name)) return task(null)
        names.add(name)
        await task({ name })
        names.delete(name)
      },
      query: async () => ({ held: [...names].map((name) => ({ name })) }),
    })
    const letGo = await take('a')
    expect(await take('a')).toBeNull()
    expect(await take('b')).not.toBeNull()
    expect([await isLocked('a'), await isLocked('c')]).toEqual([true, false])
    await letGo?.()
    expect(await isLocked('a')).toBe(false)
    expect(await take('a')).not.toBeNull()
  })
})
