import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { type ClusterFolders, clusterFolders } from './cluster-processes.ts'
import { writeAgent, writeClusterPlan } from './write-cluster-plan.ts'

let server: TestServer
let database: string
let folders: ClusterFolders
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})
beforeEach(async () => {
  database = await server.createDatabase()
  folders = clusterFolders()
  return () => folders.remove()
})

it('runs a plan with a coordinator and two workers, each with its own clone', async () => {
  const { remote, root, clone, git, start } = folders
  const plan = writeClusterPlan(root, [{ id: '1' }, { id: '2' }, { id: '3', after: ['1', '2'] }])
  // Phases 1 and 2 end only if both run at the same time.
  const agent = writeAgent(root, { sleep: 0, together: 2 })
  const drives = ['--driver', 'command', '--agent', agent, '--no-review']
  const shared = ['--database', database, '--remote', remote, ...drives]
  const workers = ['one', 'two'].map((name) =>
    start(['cluster', 'work', ...shared, '--repo', clone(name), '--json']),
  )
  const run = start([
    ...['run', plan, '--engine', 'dbos', ...shared, '--repo', clone('coordinator')],
    ...['--trust', 'autonomous', '--yes', '--no-artifacts'],
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
  for (const worker of workers) expect(worker.output()).toContain('"dispatch_ended"')
  const listed = start(['cluster', '--database', database, '--json'])
  expect(JSON.parse((await listed.ended).output)).toMatchObject([{ sessions: 1 }, { sessions: 1 }])
  for (const { signal } of workers) signal('SIGTERM')
  expect(await Promise.all(workers.map(({ ended }) => ended))).toMatchObject([{ code: 0 }, { code: 0 }])
  const left = start(['cluster', '--database', database])
  expect((await left.ended).output).toContain('No workers')
})

it('gives the phases of a queue to its workers, which clone the repository, and warns until one is there', async () => {
  const { home, remote, root, clone, git, start } = folders
  const plan = writeClusterPlan(root, [
    { id: '1' },
    { id: '2', queue: 'gpu' },
    { id: '3', after: ['1', '2'] },
  ])
  const drives = ['--driver', 'command', '--agent', writeAgent(root, { sleep: 0 }), '--no-review']
  const shared = ['--database', database, '--remote', remote, ...drives]
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.org\n')
  const worker = (...more: string[]) => start(['cluster', 'work', ...shared, '--json', ...more])
  const plain = worker()
  const run = start([
    ...['run', plan, '--engine', 'dbos', ...shared, '--repo', clone('coordinator')],
    ...['--trust', 'autonomous', '--yes', '--no-artifacts'],
  ])
  await expect.poll(() => run.output(), { timeout: 120_000 }).toContain('amelia cluster work --queue gpu')
  const heavy = worker('--queue', 'gpu', '--sessions', '2')
  const { code, output } = await run.ended
  expect(code, [output, plain.output(), heavy.output()].join('\n---\n')).toBe(0)
  const performed = (one: typeof plain): string[] =>
    [...one.output().matchAll(/"dispatch_ended".*"phaseId":"(\d)"/g)].map(([, id]) => id!).sort()
  expect([performed(plain), performed(heavy)]).toEqual([['1', '3'], ['2']])
  // Both are on one machine: the first one cloned.
  expect(git(root, 'clone', '--quiet', remote, 'check')).toBe('')
  expect([plain.output(), heavy.output()].filter((text) => text.includes('Cloning the shared'))).toHaveLength(
    1,
  )
})

it('starts no worker whose clone has no identity for commits: its sessions would be paid for in vain', async () => {
  const { remote, start } = folders
  const drives = [
    '--driver',
    'command',
    '--agent',
    'true',
    '--no-review',
    '--provider-sessions',
    'antropic=2',
  ]
  const { code, output } = await start([
    'cluster',
    'work',
    '--database',
    database,
    '--remote',
    remote,
    ...drives,
  ]).ended
  expect(output).toContain('git config --global user.name')
  expect(output).toContain('warning: --provider-sessions: no agent of this worker uses antropic')
  expect(code).toBe(2)
})
