import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest } from './cluster-under-test.ts'
import { until } from './until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

it('a coordinator whose database is away for longer than its lease continues the run', async () => {
  const phases = [{ id: '1' }, { id: '2', after: ['1'] }]
  const flags = ['--dead-after', '2s']
  const cluster = await clusterUnderTest({ server, phases, sleep: 0, isPaced: true, flags })
  try {
    await cluster.worker()
    const coordinator = await cluster.coordinate()
    await until('a session begins', () => existsSync(join(cluster.folders.root, 'sessions')))
    const restore = coordinator.proxy.refuse()
    cluster.permit(2)
    // It looks at its lease every 10 s.
    await wait(14_000)
    expect(coordinator.isAlive()).toBe(true)
    restore()
    const { code, output } = await coordinator.ended
    expect(code, output).toBe(0)
    expect(output.match(/warning: Cannot reach the database/g), output).toHaveLength(1)
    expect(await cluster.survey(true)).toMatchObject({ lost: 0, double: 0, twice: 0 })
  } finally {
    await cluster.stop()
  }
})
