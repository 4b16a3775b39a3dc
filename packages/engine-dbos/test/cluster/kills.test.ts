import { beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { killPoints, recordTypes } from './kills/kill-points.ts'
import { performKill } from './kills/perform-kill.ts'

const isLong = process.env['CLUSTER_LONG'] === '1'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

describe('a run in which one process is killed', { concurrent: true, timeout: 400_000 }, () => {
  const points = killPoints.filter(({ isBrief = false }) => isLong || isBrief)
  it.each(points.map((point) => [`${point.victim} ${point.when} ${point.name}`, point] as const))(
    'is completed by others: the %s',
    async (_, point) => {
      const { isHit, lost, double, hung, failures, outputs } = await performKill(server, point)
      const expected = { isHit: true, lost: 0, double: 0, hung: 0, failures: [] }
      expect({ isHit, lost, double, hung, failures }, outputs).toEqual(expected)
    },
  )

  it('has the records of the table', async () => {
    const run = await performKill(server, null)
    expect(run, run.outputs).toMatchObject({ lost: 0, double: 0, hung: 0, failures: [] })
    expect([...new Set(run.recordTypes)]).toEqual([...new Set(recordTypes)])
  })
})
