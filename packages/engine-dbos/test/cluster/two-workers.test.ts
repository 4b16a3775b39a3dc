import { beforeAll, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { type ClusterFolders, clusterFolders } from './cluster-processes.ts'
import { writeAgent, writeClusterPlan } from './write-cluster-plan.ts'

let server: TestServer
let database: string
let folders: ClusterFolders
beforeAll(async () => {
  server = await startPostgres()
  database = await server.createDatabase()
  folders = clusterFolders()
  return async () => {
    await folders.remove()
    await server.stop()
  }
})

it('runs a plan with a coordinator and two workers, each with its own clone', async () => {
  const { remote, root, clone, git, start } = folders
  const plan = writeClusterPlan(root, [{ id: '1' }, { id: '2' }, { id: '3', after: ['1', '2'] }])
  const drives = ['--driver', 'command', '--agent', writeAgent(root, { sleep: 0.3 }), '--no-review']
  const shared = ['--database', database, '--remote', remote, ...drives]
  const workers = ['one', 'two'].map((name) => start(['worker', ...shared, '--repo', clone(name), '--json']))
  const run = start([
    ...['run', plan, '--engine', 'dbos', ...shared, '--repo', clone('coordinator')],
    ...['--trust', 'autonomous', '--yes', '--no-artefacts'],
  ])
  const { code, output } = await run.ended
  expect(code, [output, ...workers.map((worker) => worker.output())].join('\n---\n')).toBe(0)
  const branch = git(remote, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
  const phases = git(
    remote,
    'log',
    '--format=%(trailers:key=Amelia-Phase,valueonly,separator=)',
    `main..${branch}`,
  )
  expect(phases.split('\n').filter(Boolean).sort()).toEqual(['1', '2', '3'])
  // Both performed phases: 1 and 2 ran at the same time.
  for (const worker of workers) expect(worker.output()).toContain('"dispatch_ended"')
  const listed = start(['workers', '--database', database, '--json'])
  expect(JSON.parse((await listed.ended).output)).toMatchObject([{ sessions: 1 }, { sessions: 1 }])
  for (const { child } of workers) child.kill('SIGTERM')
  expect(await Promise.all(workers.map(({ ended }) => ended))).toMatchObject([{ code: 0 }, { code: 0 }])
  const left = start(['workers', '--database', database])
  expect((await left.ended).output).toContain('No workers')
})
