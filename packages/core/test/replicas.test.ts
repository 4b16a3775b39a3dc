import { expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import { createReplicas, performDispatch } from '../src/machine.ts'
import { AmeliaError, type DispatchedWork, type RunStoreV1 } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost, type ManualClock, type MemoryHost } from '../src/testing.ts'
import { type WorkerPool, workerPool } from './worker-pool.ts'

const phases = ['a', 'b', 'c', 'd', 'e'].map((id, at, all) => ({
  ...{ id, title: id, body: `Do ${id}.` },
  dependsOn: at === 0 ? [] : [all[at - 1]!],
}))

const driver = () =>
  createScriptedDriver(
    async ({ phase, workspace }) => workspace.fs.writeFile(`/${phase!.id}.txt`, `${phase!.id}\n`),
    { resume: 'anywhere' },
  )

const start = async (host: MemoryHost<ManualClock>, { dispatcher }: WorkerPool, parallel = false) => {
  const plan = { title: 'Work', phases: parallel ? phases.map((one) => ({ ...one, dependsOn: [] })) : phases }
  const run = await createRun({
    ...{ trust: 'autonomous', planApproved: true, artifacts: 'none', reviewers: [] },
    ...{ plan, host, dispatcher, driver: driver(), verify: { test: ['test'] } },
  })
  return { run, report: run.start() }
}

/** Notes what workers read of the journal. */
const watched = (host: MemoryHost<ManualClock>) => {
  const reads: { after: number; records: number[] }[] = []
  const { follow } = host.store as Required<RunStoreV1>
  host.store.follow = async function* (runId, signal, after = 0) {
    const read = { after, records: [] as number[] }
    reads.push(read)
    for await (const batch of follow(runId, signal, after)) {
      read.records.push(...batch.map(({ seq }) => seq))
      yield batch
    }
  }
  return reads
}

it('reads each record of a journal once, in a chain of dispatches', async () => {
  const host = memoryHost({ clock: 'manual' })
  const reads = watched(host)
  const { run, report } = await start(host, workerPool(host, driver(), false, createReplicas()))
  expect(await report).toMatchObject({ status: 'completed' })
  const read = reads.flatMap(({ records }) => records)
  const stored = (await host.store.load(run.id)).map(({ seq }) => seq)
  expect(new Set(read).size).toBe(read.length)
  expect(read).toEqual(stored.slice(0, read.length))
  expect(reads.slice(1).every(({ after }) => after > 0)).toBe(true)
})

it('follows a journal once for all dispatches that it performs at the same time', async () => {
  const host = memoryHost({ clock: 'manual' })
  const reads = watched(host)
  const { report } = await start(host, workerPool(host, driver(), false, createReplicas()), true)
  expect(await report).toMatchObject({ status: 'completed', phases: Array(5).fill({ status: 'completed' }) })
  expect(reads).toHaveLength(1)
})

it('accepts a store that repeats what is known', async () => {
  const host = memoryHost({ clock: 'manual' })
  const { follow } = host.store as Required<RunStoreV1>
  host.store.follow = (runId, signal) => follow(runId, signal)
  const { report } = await start(host, workerPool(host, driver(), false, createReplicas()))
  expect(await report).toMatchObject({ status: 'completed' })
})

it('reads a journal from its first record after it could not be followed', async () => {
  const host = memoryHost({ clock: 'manual' })
  const pool = workerPool(host, driver(), true, createReplicas())
  const { follow } = host.store as Required<RunStoreV1>
  let calls = 0
  host.store.follow = async function* (runId, signal, after) {
    calls += 1
    if (calls === 2) throw new AmeliaError('STORE_FAILED', 'The connection is lost.', { runId })
    yield* follow(runId, signal, after)
  }
  const { report } = await start(host, pool)
  const performNext = async () => {
    const { length } = pool.begun
    await until(() => {
      pool.begin(1)
      host.clock.advance(100)
      return pool.begun.length > length
    })
    return pool.begun[length]!.ended
  }
  expect(await performNext()).toEqual({ outcome: 'finished' })
  expect(await performNext()).toMatchObject({ error: { code: 'STORE_FAILED' } })
  await pool.report(pool.begun[1]!)
  for (let count = 0; count < 4; count++) expect(await performNext()).toEqual({ outcome: 'finished' })
  expect(await report).toMatchObject({ status: 'completed' })
})

it('ends a dispatch that the journal does not contain after a while, and one that is over at once', async () => {
  const host = memoryHost({ clock: 'manual' })
  const replicas = createReplicas()
  const { run, report } = await start(host, workerPool(host, driver(), false, replicas))
  await report
  const perform = (work: Partial<DispatchedWork>, claim: string) =>
    performDispatch({
      ...{ claim, host, replicas, driver: driver(), check: async () => {} },
      work: { runId: run.id, phaseId: 'a', attempt: 1, dispatch: 1, ...work },
    })
  expect(await perform({}, 'late')).toEqual({ outcome: 'superseded' })
  replicas.clear()
  expect(await perform({}, 'later')).toEqual({ outcome: 'superseded' })
  expect(await perform({ phaseId: 'unknown' }, 'other')).toEqual({ outcome: 'superseded' })
  const foreign = { clear() {} }
  await expect(
    performDispatch({
      claim: 'x',
      host,
      replicas: foreign,
      check: async () => {},
      work: { runId: run.id, phaseId: 'a', attempt: 1, dispatch: 1 },
    }),
  ).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  const ahead = perform({ dispatch: 9 }, 'early')
  await until(() => host.clock.waiting > 0)
  host.clock.advance(5_000)
  expect(await ahead).toEqual({ outcome: 'superseded' })
  expect(host.clock.waiting).toBe(0)
})

/** Waits for a value other than undefined and false. */
const until = async <Value>(find: () => Value): Promise<Value> => {
  for (let turn = 0; turn < 10_000; turn++) {
    const found = find()
    if (found !== undefined && found !== false) return found
    await new Promise(setImmediate)
  }
  throw new Error('It did not happen.')
}
