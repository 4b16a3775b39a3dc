/**
 * Measures the journal on this disk, in the folder for temporary files.
 *
 * First the cost of a transition with its fsync: one record, as a run writes it. Target: 1 ms, and with
 * 10,000 records at most twice the time of 100. Then the cost of resuming a run of about 10,000 records:
 * read, verified and folded. Target: under 1 s. `DATABASE=postgresql://...` also measures the appends in
 * PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createRun, openRun, type PlanDraft, type RunStoreV1 } from '@amelia/core'
import type { JournalRecord } from '@amelia/core/plugin'
import { createMemoryStore } from '@amelia/core/testing'
import { fileStore } from '@amelia/node'
import { postgresStore } from '@amelia/store-postgres'
import { createIdleHost, idleDriver } from './idle-host.ts'
import { median, printTable } from './table.ts'

const rounds = 400
const runId = 'r1'

/** Creates the records of a run without work, at least this many. */
const recordRun = async (atLeast: number): Promise<JournalRecord[]> => {
  // A phase has more than five records.
  const phases = Array.from({ length: atLeast / 5 }, (_, index) => ({
    id: `p${index}`,
    title: `Phase ${index}`,
  }))
  const plan: PlanDraft = { title: 'Nothing', phases }
  const store = createMemoryStore()
  const host = { ...createIdleHost(), store }
  const run = await createRun({
    plan,
    driver: idleDriver,
    host,
    trust: 'autonomous',
    concurrency: 8,
    artefacts: 'none',
    reviewers: [],
  })
  await run.start()
  return (await store.load(run.id)).slice(0, atLeast)
}

/** Returns the milliseconds of each round. */
const timeAppends = async (store: RunStoreV1, before: readonly JournalRecord[], value: unknown) => {
  const lease = await store.acquire(runId)
  await lease.append([...before])
  const times: number[] = []
  for (let seq = before.length + 1; seq <= before.length + rounds; seq++) {
    const began = performance.now()
    await lease.append([{ seq, value }])
    times.push(performance.now() - began)
  }
  await lease.remove?.()
  return times.sort((a, b) => a - b)
}

const timed = async (task: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await task()
  return performance.now() - began
}

const database = process.env['DATABASE']

const folder = mkdtempSync(join(tmpdir(), 'amelia-bench-'))
try {
  const records = await recordRun(10_000)
  const value = records.at(-1)?.value
  const appends: string[][] = []
  const stores: [string, RunStoreV1][] = [['file', fileStore({ dir: join(folder, 'appends') })]]
  if (database !== undefined) stores.push(['PostgreSQL', postgresStore({ database, schema: 'amelia_bench' })])
  for (const [[name, store], size] of stores.flatMap((one) =>
    [100, 10_000].map((size) => [one, size] as const),
  )) {
    const times = await timeAppends(store, records.slice(0, size), value)
    const slow = times[Math.floor(rounds * 0.95)] ?? 0
    const mean = times.reduce((sum, ms) => sum + ms, 0) / rounds
    const row = [median(times), mean, slow].map((ms) => ms.toFixed(3))
    appends.push([name, size.toLocaleString('en'), ...row])
  }
  printTable(['store', 'records before', 'append ms (median)', 'mean', '95 of 100 below'], appends)

  const store = fileStore({ dir: join(folder, 'whole') })
  const lease = await store.acquire(runId)
  await lease.append(records.map(({ value: one }, index) => ({ seq: index + 1, value: one })))
  await lease.release()
  const host = { ...createIdleHost(), store }
  const load: number[] = []
  const open: number[] = []
  const take: number[] = []
  for (let round = 0; round < 5; round++) {
    load.push(await timed(() => store.load(runId)))
    open.push(await timed(() => openRun({ host, runId, driver: idleDriver })))
    take.push(await timed(async () => (await store.acquire(runId)).release()))
  }
  console.log()
  printTable(
    ['records', 'load ms', 'load and fold ms', 'take and give free ms'],
    [[records.length.toLocaleString('en'), ...[load, open, take].map((times) => median(times).toFixed(0))]],
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
