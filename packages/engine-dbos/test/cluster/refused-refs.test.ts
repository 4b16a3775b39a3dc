import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest, type ClusterUnderTest } from './cluster-under-test.ts'
import { until } from './until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

const configure =
  (...args: string[]) =>
  ({ folders: { git, remote } }: ClusterUnderTest): void =>
    void git(remote, 'config', ...args)

it.each([
  {
    name: 'a protected branch',
    refuse: ({ hook }: ClusterUnderTest): void =>
      hook('pre-receive', ['! grep -q refs/heads/ || { echo "protected branch" >&2; exit 1; }']),
    permit: ({ folders: { remote } }: ClusterUnderTest): void => rmSync(join(remote, 'hooks', 'pre-receive')),
    says: /refuses to move .*amelia\/.*: protected branch\. No ref was moved\. Let the user .* then resume/s,
    asks: false,
  },
  {
    name: 'refs that the server hides from pushes',
    refuse: configure('receive.hideRefs', 'refs/amelia'),
    permit: configure('--unset-all', 'receive.hideRefs'),
    says: /hidden ref/,
    asks: true,
  },
  {
    name: 'refs that the server hides',
    refuse: configure('transfer.hideRefs', 'refs/amelia'),
    permit: configure('--unset-all', 'transfer.hideRefs'),
    says: /hidden ref/,
    asks: true,
  },
])(
  'a run that meets $name says so, and continues once they are permitted',
  async ({ refuse, permit, says, asks }) => {
    const cluster = await clusterUnderTest({
      ...{ server, phases: [{ id: '1' }, { id: '2', after: ['1'] }], sleep: 0, isPaced: true },
      flags: ['--dead-after', '4s'],
    })
    try {
      const worker = await cluster.worker()
      const first = await cluster.coordinate()
      await until('a worker has the phase', () => worker.output().includes('dispatch_began'))
      refuse(cluster)
      cluster.permit(2)
      const { output } = await first.ended
      expect(output).toMatch(says)
      expect(output).toContain(asks ? 'amelia resume' : 'GIT_FAILED')
      permit(cluster)
      if (asks) {
        const { root, start } = cluster.folders
        const place = ['--repo', join(root, 'first'), '--database', cluster.database]
        const answered = await start(['answer', await cluster.runId(), '1', 'retry', ...place]).ended
        expect(answered, answered.output).toMatchObject({ code: 0 })
      }
      const again = await (await cluster.coordinate()).ended
      expect(again.code, again.output).toBe(0)
      expect(await cluster.survey(true)).toMatchObject({ lost: 0, double: 0, hung: 0 })
    } finally {
      await cluster.stop()
    }
  },
  60_000,
)
