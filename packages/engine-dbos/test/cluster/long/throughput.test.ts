import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest } from '../cluster-under-test.ts'

const phaseCount = Number(process.env['PHASES'] ?? 16)
/** The duration of a session, in seconds. */
const sleep = Number(process.env['SLEEP'] ?? 3)

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

const phases = Array.from({ length: phaseCount }, (_, index) => ({ id: `${index + 1}` }))

const transactions = async (cluster: Awaited<ReturnType<typeof clusterUnderTest>>): Promise<number> => {
  const [row] = await cluster.rows(
    'SELECT (xact_commit + xact_rollback)::float8 AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(row!['n'])
}

/** Runs the plan with workers of one session each, and measures from the first session to the last commit. */
const measure = async (workers: number) => {
  const cluster = await clusterUnderTest({ server, phases, sleep })
  try {
    const started = []
    for (let count = 0; count < workers; count += 1) started.push(await cluster.worker())
    while (started.some((worker) => !worker.output().includes('worker_started'))) await wait(50)
    await wait(2_000)
    const [idleFrom, idleSince] = [await transactions(cluster), performance.now()]
    await wait(4_000)
    const idle =
      ((await transactions(cluster)) - idleFrom) / ((performance.now() - idleSince) / 1000) / workers
    const before = await transactions(cluster)
    const { ended } = await cluster.coordinate()
    while (!started.some((worker) => worker.output().includes('dispatch_began'))) await wait(10)
    const since = performance.now()
    const { code, output } = await ended
    const seconds = (performance.now() - since) / 1000
    expect(code, output).toBe(0)
    const [row] = await cluster.rows('SELECT count(*)::float8 AS n FROM amelia.record')
    const busy = (await transactions(cluster)) - before - idle * workers * seconds
    return { seconds, idle, writes: busy / phaseCount, records: Number(row!['n']) / phaseCount }
  } finally {
    await cluster.stop()
  }
}

it('performs more phases in the same time with more workers', async () => {
  const counts = [1, 2, 4]
  const results = []
  for (const count of counts) results.push(await measure(count))
  const [alone] = results
  for (const [index, { seconds, idle, writes, records }] of results.entries()) {
    const ratio = (alone!.seconds / seconds).toFixed(2)
    const overhead = ((seconds * counts[index]!) / phaseCount - sleep) * 1000
    console.log(
      `throughput ${counts[index]} workers: ${ratio} x, ${seconds.toFixed(1)} s; a phase ${Math.round(overhead)} ms more than its session, ${records.toFixed(1)} records, ${writes.toFixed(1)} transactions; an idle worker ${idle.toFixed(1)} transactions a second`,
    )
  }
}, 600_000)
