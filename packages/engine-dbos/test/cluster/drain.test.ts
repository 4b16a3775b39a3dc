import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../../test/fixtures/start-postgres.ts'
import { clusterFolders } from './cluster-processes.ts'
import { until } from './until.ts'
import { writeAgent, writeClusterPlan } from './write-cluster-plan.ts'

it('awaits a dispatch that a draining worker was taking from the queue', async () => {
  const server = await startPostgres()
  const database = await server.createDatabase()
  const folders = clusterFolders()
  const locker = new pg.Client({ connectionString: database })
  onTestFinished(async () => {
    await folders.remove()
    await locker.end()
    await server.stop()
  })
  const { remote, root, clone, start } = folders
  const drives = ['--driver', 'command', '--agent', writeAgent(root, { sleep: 0 }), '--no-review']
  const shared = ['--database', database, '--remote', remote, ...drives]
  const run = start([
    ...['run', writeClusterPlan(root, [{ id: '1' }]), '--engine', 'dbos', ...shared],
    ...['--repo', clone('coordinator'), '--trust', 'autonomous', '--yes', '--no-artifacts'],
  ])
  const rows = (text: string) => server.admin(database, text)
  await until('the phase is dispatched', async () => {
    const found = await rows('SELECT 1 FROM amelia_dbos.workflow_status').catch(() => [])
    return found.length > 0
  })
  // Taking the dispatch from the queue waits for a lock.
  await locker.connect()
  await locker.query(`
    SELECT pg_advisory_lock(1);
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
    CREATE TRIGGER hold BEFORE UPDATE ON amelia_dbos.workflow_status FOR EACH ROW
      WHEN (OLD.status = 'ENQUEUED' AND NEW.status = 'PENDING') EXECUTE FUNCTION hold()`)
  const worker = start(['cluster', 'work', ...shared, '--repo', clone('one'), '--json'])
  await until('the worker takes the dispatch', async () => {
    const waiting = await rows("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    return waiting.length > 0
  })
  worker.signal('SIGTERM')
  await until(
    'the worker drains',
    async () => (await rows('SELECT 1 FROM amelia.worker WHERE draining')).length > 0,
  )
  await locker.query('SELECT pg_advisory_unlock(1)')
  await until('the worker exits', () => !worker.isAlive())
  const { code, output } = await worker.ended
  expect(output).toContain('"dispatch_began"')
  expect(output).not.toContain('"dispatch_failed"')
  expect(code, output).toBe(0)
  // Nothing waits for the time after which a worker is dead.
  const other = start(['cluster', 'work', ...shared, '--repo', clone('two'), '--json'])
  expect((await run.ended).code, run.output()).toBe(0)
  expect(run.output()).not.toContain('declared dead')
  other.signal('SIGTERM')
  await other.ended
})
