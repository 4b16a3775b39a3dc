import { describe, expect, it } from 'vitest'
import { createMemoryStore } from './memory-store.ts'

describe('createMemoryStore', () => {
  it('returns copies, as a disk would', async () => {
    const store = createMemoryStore()
    const value = { list: [1], missing: undefined }
    await (await store.acquire('r1')).append([{ seq: 1, value }])
    value.list.push(2)
    const [first] = await store.load('r1')
    expect(first).toEqual({ seq: 1, value: { list: [1] } })
    expect((await store.load('r1'))[0]).not.toBe(first)
  })

  it('lists runs by the time of their last write, newest first', async () => {
    let now = 0
    const store = createMemoryStore(() => now)
    for (const runId of ['old', 'new', 'old']) {
      const lease = await store.acquire(runId)
      const seq = now === 20 ? 2 : 1
      now += 10
      await lease.append([{ seq, value: null }])
      await lease.release()
    }
    expect(await store.list()).toEqual([
      { runId: 'old', updatedAt: 30, locked: false },
      { runId: 'new', updatedAt: 20, locked: false },
    ])
  })

  it('refuses a record out of sequence', async () => {
    const lease = await createMemoryStore().acquire('r1')
    for (const seq of [0, 2])
      await expect(lease.append([{ seq, value: null }])).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})
