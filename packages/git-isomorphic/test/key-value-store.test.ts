import { runStoreContract } from '@amelia/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { type Hold, type KeyValueEntries, keyValueStore, memoryEntries, webLocksHold } from '../src/index.ts'

/** What a case knows of the medium behind a store. */
interface Medium {
  entries: KeyValueEntries
  hold: Hold
  free(runId: string): void
}

const media = new WeakMap<object, Medium>()

const createMedium = (): Medium => {
  const names = new Map<string, object>()
  return {
    entries: memoryEntries(),
    hold: {
      async take(name) {
        if (names.has(name)) return null
        const token = {}
        names.set(name, token)
        return () => void (names.get(name) === token && names.delete(name))
      },
      isHeld: async (name) => names.has(name),
    },
    free: (runId) => void names.delete(`amelia/${runId}`),
  }
}

const lastKey = async (entries: KeyValueEntries, runId: string): Promise<string> =>
  (await entries.list(`amelia/${runId}/journal/`)).sort().at(-1)!

describe('a key-value store keeps the contract', () => {
  const cases = runStoreContract({
    async create() {
      const medium = createMedium()
      const store = keyValueStore({ ...medium.entries, hold: medium.hold })
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
        const { entries, hold } = media.get(subject)!
        return keyValueStore({ ...entries, hold })
      },
      spoil: async (subject, runId, id) =>
        media.get(subject)!.entries.set(`amelia/${runId}/offers/${id}`, '{"x'),
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
  it('of its own accord holds a run against other stores of the process on the same entries', async () => {
    const entries = memoryEntries()
    const lease = await keyValueStore(entries).acquire('r1')
    await expect(keyValueStore(entries).acquire('r1')).rejects.toMatchObject({ code: 'RUN_HELD' })
    await keyValueStore(memoryEntries()).acquire('r1')
    await lease.release()
    await keyValueStore(entries).acquire('r1')
  })

  it('takes away half of what was appended at once, when the medium kept no more', async () => {
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

  it('says STORE_FAILED for what the medium refuses, and goes on from what it kept', async () => {
    const entries = memoryEntries()
    let full = false
    const store = keyValueStore({
      ...entries,
      async set(key, value) {
        if (full) throw new Error('the quota is used up')
        await entries.set(key, value)
      },
    })
    const lease = await store.acquire('r1')
    full = true
    await expect(lease.append([{ seq: 1, value: 1 }])).rejects.toMatchObject({ code: 'STORE_FAILED' })
    full = false
    await lease.append([{ seq: 1, value: 2 }])
    expect(await store.load('r1')).toEqual([{ seq: 1, value: 2 }])
  })
})

describe('webLocksHold', () => {
  it('has a name until it is let go of', async () => {
    const names = new Set<string>()
    const { take, isHeld } = webLocksHold({
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
    expect([await isHeld('a'), await isHeld('c')]).toEqual([true, false])
    letGo?.()
    await vi.waitFor(async () => expect(await isHeld('a')).toBe(false))
    expect(await take('a')).not.toBeNull()
  })
})
