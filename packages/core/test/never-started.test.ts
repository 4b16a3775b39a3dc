import { describe, expect, it } from 'vitest'
import { cleanRun, cleanRuns, createRun, listRuns, openRun } from '../src/index.ts'
import {
  createScriptedDriver,
  memoryHost,
  type ManualClock,
  type MemoryHost,
  type MemoryStore,
} from '../src/testing.ts'

const plan = { title: 'Sums', phases: [{ id: 'a', title: 'A' }] }

/** Creates a run whose process dies at its first append, after it has reserved its names. */
const dieAtStart = async (host: MemoryHost<ManualClock>, records: 0 | 1): Promise<string> => {
  const { acquire } = host.store
  host.store.acquire = async (id) => {
    const lease = await acquire(id)
    let appended = 0
    return {
      ...lease,
      async append(given) {
        if (appended++ >= records) throw new Error('the process died')
        await lease.append(given)
      },
      release: async () => {},
    }
  }
  const run = await createRun({ plan, host, driver: createScriptedDriver() })
  await run.start().catch(() => {})
  host.store.acquire = acquire
  return run.id
}

const abandon = (host: MemoryHost<ManualClock>, runId: string): void =>
  (host.store as MemoryStore).abandon(runId)

const refsOf = (host: MemoryHost<ManualClock>): string[] =>
  [...host.git.refs.keys()].filter((ref) => ref.startsWith('refs/amelia/'))

describe.each([0, 1] as const)('a run whose process died after %i records', (records) => {
  it('is listed as not started, kept while a process owns it, and then deleted', async () => {
    const host = memoryHost({ clock: 'manual' })
    const runId = await dieAtStart(host, records)
    expect(await listRuns({ host })).toMatchObject([{ runId, status: 'not_started', locked: true }])
    expect(refsOf(host)).not.toEqual([])
    host.clock.advance(60_000)
    expect(await cleanRuns({ host, olderThan: 60_000 })).toMatchObject([
      { runId, outcome: 'kept', reason: 'A process is running it.' },
    ])
    abandon(host, runId)
    expect((await listRuns({ host, status: ['not_started'] }))[0]).not.toHaveProperty('problem')
    expect(await cleanRuns({ host, olderThan: 60_001 })).toEqual([])
    expect(await cleanRuns({ host, olderThan: 60_000 })).toMatchObject([
      { runId, outcome: 'cleaned', cleaned: { deleted: true, removed: expect.any(Array) } },
    ])
    expect(await listRuns({ host })).toEqual([])
    expect(refsOf(host)).toEqual([])
    await expect(openRun({ host, runId })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
  })
})

it('a run with refs of work and without records is kept: its records are lost', async () => {
  const host = memoryHost({ clock: 'manual' })
  const runId = await dieAtStart(host, 0)
  abandon(host, runId)
  const head = (await host.git.inspect()).head!
  await host.git.updateRefs([{ ref: `refs/amelia/${runId}/head`, new: head, old: null }])
  await expect(cleanRun({ host, runId })).rejects.toMatchObject({ code: 'RUN_DAMAGED' })
  expect(await cleanRuns({ host, olderThan: 0 })).toMatchObject([{ runId, outcome: 'kept' }])
  expect(await listRuns({ host })).toHaveLength(1)
})

it('a store that cannot delete runs keeps it, without its reservations', async () => {
  const host = memoryHost({ clock: 'manual' })
  const runId = await dieAtStart(host, 0)
  abandon(host, runId)
  const { acquire } = host.store
  host.store.acquire = async (id) => {
    const { remove: _, ...lease } = await acquire(id)
    return lease
  }
  expect(await cleanRun({ host, runId })).not.toHaveProperty('deleted')
  expect(refsOf(host)).toEqual([])
  expect(await listRuns({ host })).toMatchObject([{ runId, status: 'not_started', locked: false }])
})
