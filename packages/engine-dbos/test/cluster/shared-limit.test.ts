import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest } from './cluster-under-test.ts'
import { writeClusterPlan } from './write-cluster-plan.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

const phases = ['1', '2', '3'].map((id) => ({ id }))
const limit = 2

it('two runs together have no more sessions of a provider at a time than its limit', async () => {
  const cluster = await clusterUnderTest({ server, phases, sleep: 0.6 })
  const { root, remote, git } = cluster.folders
  try {
    const sessions = ['--sessions', '3', '--provider-sessions', `sh=${limit}`]
    const workers = [await cluster.worker(sessions), await cluster.worker(sessions)]
    const runs = [await cluster.coordinate()]
    await cluster.runId()
    cluster.beginAgain()
    const others = phases.map(({ id }) => ({ id: `1${id}` }))
    writeClusterPlan(root, others)
    runs.push(await cluster.coordinate())
    for (const { ended } of runs) {
      const { code, output } = await ended
      expect(code, [output, ...workers.map((worker) => worker.output())].join('\n---\n')).toBe(0)
    }
    const times = readFileSync(join(root, 'times'), 'utf8').trim().split('\n')
    const spans = times.map((line) => line.split(' ').map(Number) as [from: number, to: number])
    expect(spans).toHaveLength(2 * phases.length)
    const most = Math.max(...spans.map(([at]) => spans.filter(([from, to]) => from <= at && at < to).length))
    expect(most).toBe(limit)
    const branches = git(remote, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia').split('\n')
    expect(branches).toHaveLength(2)
    const lines = readFileSync(join(root, 'sessions'), 'utf8').trim().split('\n')
    expect(new Set(lines).size).toBe(2 * phases.length)
  } finally {
    await cluster.stop()
  }
}, 150_000)
