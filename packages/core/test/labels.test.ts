import { describe, expect, it } from 'vitest'
import { cleanRuns, createRun, listRuns, readRun, type RunOptions } from '../src/index.ts'
import { createScriptedDriver, memoryHost, type ManualClock, type MemoryHost } from '../src/testing.ts'

const runOne = async (host: MemoryHost<ManualClock>, more: Partial<RunOptions> = {}): Promise<string> => {
  const plan = { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }
  const rules = { trust: 'autonomous', artifacts: 'none', reviewers: [] } as const
  const run = await createRun({ plan, host, driver: createScriptedDriver(), ...rules, ...more })
  await run.start()
  host.clock.advance(1_000)
  return run.id
}

const failing = createScriptedDriver(() => Promise.reject(new Error('no')))

const damage = (host: MemoryHost<ManualClock>, runId: string): void => {
  const { load } = host.store
  host.store.load = async (id) => (id === runId ? [{ seq: 1, value: {} }] : load(id))
}

it('labels are stored with the run, in its report and its lists', async () => {
  const host = memoryHost({ clock: 'manual' })
  const runId = await runOne(host, { labels: { team: 'payments', 'ci/build': '7 of 9' } })
  const labels = { team: 'payments', 'ci/build': '7 of 9' }
  expect((await readRun({ host, runId })).report).toMatchObject({ labels })
  expect(await listRuns({ store: host.store })).toEqual([
    {
      ...{ target: 'refs/heads/amelia/2026-01-01-work', usd: null },
      ...{ runId, labels, title: 'Work', status: 'completed', locked: false, canGoOn: false, gates: 0 },
      ...{ phases: { done: 1, all: 1 }, updatedAt: expect.any(String) },
      condition: { state: 'ended', status: 'completed', sentence: 'Ended: completed.' },
    },
  ])
  const plain = await runOne(host, { labels: {} })
  expect((await readRun({ host, runId: plain })).report).not.toHaveProperty('labels')
})

it.each([
  [{ '': 'x' }, /`labels key` must be at most 63 letters.* got ""/],
  [{ 'a b': 'x' }, /`labels key` must be at most 63 letters.* got "a b"/],
  [{ a: 'x\ny' }, /`labels.a` must be one line of at most 256 characters/],
  [{ a: '\u001b[31mx' }, /`labels.a` must be one line of at most 256 characters/],
  [{ a: 'x'.repeat(257) }, /at most 256 characters/],
  [{ a: 'hunter2-hunter2' }, /label "a" contains a secret/],
  [
    Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`l${index}`, ''])),
    /an object of at most 32 texts by name/,
  ],
])('refuses the labels %j', async (labels, message) => {
  const options = { labels, secrets: ['hunter2-hunter2'] }
  await expect(runOne(memoryHost({ clock: 'manual' }), options)).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    details: { option: 'labels' },
    message: expect.stringMatching(message),
  })
})

it('lists filter by labels and status', async () => {
  const host = memoryHost({ clock: 'manual' })
  const a = await runOne(host, { labels: { team: 'a', kind: 'x' } })
  const b = await runOne(host, { labels: { team: 'b', kind: 'x' } })
  const failed = await runOne(host, { labels: { team: 'a' }, driver: failing })
  const damaged = await runOne(host, { labels: { team: 'a' } })
  damage(host, damaged)
  const list = async (filter: object): Promise<string[]> =>
    (await listRuns({ host, ...filter })).map(({ runId }) => runId)
  expect(await list({})).toEqual([damaged, failed, b, a])
  expect(await list({ labels: { kind: 'x' } })).toEqual([b, a])
  expect(await list({ labels: { kind: 'x', team: 'a' } })).toEqual([a])
  expect(await list({ labels: { toString: 'x' } })).toEqual([])
  expect(await list({ labels: { team: 'a' }, status: ['failed'] })).toEqual([failed])
  expect(await list({ status: ['damaged', 'unreadable'] })).toEqual([damaged])
  await expect(list({ status: ['done'] })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  await expect(listRuns({})).rejects.toMatchObject({ code: 'OPTION_INVALID' })
})

describe('cleaning many runs', () => {
  it('cleans finished runs of the age and labels, and keeps the others with a reason', async () => {
    const host = memoryHost({ clock: 'manual' })
    const other = await runOne(host, { labels: { team: 'b' } })
    const done = await runOne(host, { labels: { team: 'a' } })
    const failed = await runOne(host, { labels: { team: 'a' }, driver: failing })
    const locked = await runOne(host, { labels: { team: 'a' } })
    const young = await runOne(host, { labels: { team: 'a' } })
    const damaged = await runOne(host)
    damage(host, damaged)
    const lease = await host.store.acquire(locked)
    const before = new Map(host.git.refs)
    host.clock.advance(3_600_000)
    const { list } = host.store
    host.store.list = async () =>
      (await list()).map((run) => (run.runId === young ? { ...run, updatedAt: host.clock.now() } : run))

    const result = await cleanRuns({ host, olderThan: 3_600_000, labels: { team: 'a' } })
    expect(result).toEqual([
      { runId: locked, outcome: 'kept', reason: 'A process is running it.' },
      { runId: failed, outcome: 'kept', reason: 'It can be resumed: it is failed.' },
      {
        ...{ runId: done, outcome: 'cleaned' },
        cleaned: {
          removed: expect.arrayContaining([expect.stringContaining(done)]),
          kept: expect.any(Array),
          transcripts: expect.anything(),
        },
      },
    ])
    const gone = [...before.keys()].filter((ref) => !host.git.refs.has(ref))
    expect(gone.length).toBeGreaterThan(0)
    expect(gone.filter((ref) => !ref.includes(done))).toEqual([])

    const all = await cleanRuns({ host, olderThan: 0 })
    expect(all.map(({ runId, outcome }) => [runId, outcome])).toEqual([
      [damaged, 'kept'],
      [young, 'cleaned'],
      [locked, 'kept'],
      [failed, 'kept'],
      [done, 'cleaned'],
      [other, 'cleaned'],
    ])
    expect(all[0]).toMatchObject({ reason: expect.stringContaining('run_created') })
    await lease.release()
  })

  it('goes on after a run that cannot be cleaned', async () => {
    const host = memoryHost({ clock: 'manual' })
    const first = await runOne(host)
    const second = await runOne(host)
    const { acquire } = host.store
    host.store.acquire = async (id) =>
      id === second ? Promise.reject(new Error('the disk is full')) : acquire(id)
    expect(await cleanRuns({ host, olderThan: 0 })).toMatchObject([
      { runId: second, outcome: 'kept', reason: 'the disk is full' },
      { runId: first, outcome: 'cleaned' },
    ])
  })
})

it('lists runs in pages, without reading those after a page', async () => {
  const host = memoryHost({ clock: 'manual' })
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    ids.unshift(await runOne(host))
    host.clock.advance(1_000)
  }
  const loaded: string[] = []
  const { load } = host.store
  host.store.load = (id) => (loaded.push(id), load(id))
  const first = await listRuns({ host, limit: 2 })
  expect(first.map(({ runId }) => runId)).toEqual(ids.slice(0, 2))
  expect(new Set(loaded)).toEqual(new Set(ids.slice(0, 2)))
  const after = first.at(-1)!
  expect((await listRuns({ host, limit: 2, after })).map(({ runId }) => runId)).toEqual(ids.slice(2, 4))
  // The last run of the page was written since then.
  const { list } = host.store
  host.store.list = async () => {
    const runs = await list()
    const moved = runs.find(({ runId }) => runId === after.runId)!
    return [{ ...moved, updatedAt: host.clock.now() }, ...runs.filter((run) => run !== moved)]
  }
  expect((await listRuns({ host, after })).map(({ runId }) => runId)).toEqual(ids.slice(2))
  await expect(listRuns({ host, limit: 0 })).rejects.toThrow(
    '`limit` must be an integer of at least 1; got 0.',
  )
  await expect(listRuns({ host, after: 'x' as never })).rejects.toThrow('`after` must be the last run')
})
