import { randomUUID } from 'node:crypto'
import { journalVersion } from '@amelia/core/machine'
import type { DispatchedWork, RunStoreV1 } from '@amelia/core/plugin'
import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import { workflowTimeoutConfig } from '@dbos-inc/dbos-sdk/internal/workflow_management'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../../test/fixtures/start-postgres.ts'
import { dbosDispatcher } from '../../src/index.ts'
import { openDatabase } from '../../src/lib/database/cluster-database.ts'
import { dispatchWorkflow } from '../../src/lib/database/dispatch-workflow.ts'
import { createWaker } from '../../src/lib/dispatch/create-waker.ts'
import { createPollInterval } from '../../src/lib/worker/create-poll-interval.ts'
import { listenForWork, workerChannel } from '../../src/lib/worker/listen-for-work.ts'
import { pollSoon } from '../../src/lib/worker/poll-soon.ts'
import { startExecutor } from '../../src/lib/worker/start-executor.ts'

it('a worker is told of each dispatch, and takes the next one when a session ends, without its interval', async () => {
  const server = await startPostgres()
  const database = await server.createDatabase()
  const tables = openDatabase({ database })
  const dispatcher = dbosDispatcher({ database, store: {} as RunStoreV1 })
  const [id, version] = [randomUUID(), dispatchWorkflow.versionOf(journalVersion)]
  const queues = ['default', 'gpu']
  await tables.query(
    `INSERT INTO amelia.worker (id, machine, process, version, sessions, queues) VALUES ($1, 'm', 1, $2, 2, $3)`,
    [id, version, queues],
  )
  const performed: string[] = []
  let most = 0
  let count = 0
  const perform = async ({ phaseId }: DispatchedWork): Promise<string> => {
    count += 1
    most = Math.max(most, count)
    await tables.query('SELECT pg_sleep(0.02)')
    count -= 1
    performed.push(phaseId)
    return 'finished'
  }
  const pollMs = (): number => 600_000
  const executor = await startExecutor({ tables, id, version, queues, sessions: 2, pollMs, perform })
  const ending = new AbortController()
  onTestFinished(async () => {
    ending.abort()
    await executor.stop()
    await dispatcher.close()
    await tables.close()
    await server.stop()
  })
  const dispatch = (phaseId: string): Promise<void> => {
    const phase = { id: phaseId, ...(phaseId > '5' && { queue: 'gpu' }) } as Parameters<
      typeof dispatcher.dispatch
    >[1]['phase']
    return dispatcher.dispatch({ runId: 'r1', phaseId, attempt: 1, dispatch: 1 }, { priority: 1, phase })
  }
  const whenPerformed = (length: number): Promise<void> =>
    expect.poll(() => performed.length, { timeout: 30_000 }).toBe(length)

  await dispatch('1')
  listenForWork(tables, id, { onWork: pollSoon, signal: ending.signal })
  await whenPerformed(1)
  await Promise.all(['2', '3', '4', '5', '6', '7', '8'].map(dispatch))
  await whenPerformed(8)
  // After a lost connection, one message may be lost, too.
  await server.restart()
  await dispatch('9')
  await whenPerformed(9)
  expect(most).toBe(2)
  // Nothing else of DBOS polls.
  const { states } = wfQueueRunner as unknown as { states: Map<string, unknown> }
  expect([...states.keys()]).toEqual(queues.map(dispatchWorkflow.queueOf))
  expect(workflowTimeoutConfig.pollingIntervalMs).toBe(60_000)
})

it('tells the worker with the fewest dispatches, which performed the latest one, and each one once', async () => {
  const server = await startPostgres()
  const database = await server.createDatabase()
  const tables = openDatabase({ database })
  const client = new pg.Client({ connectionString: database })
  onTestFinished(async () => {
    await client.end()
    await tables.close()
    await server.stop()
  })
  await tables.prepare()
  await client.connect()
  const told: string[] = []
  client.on('notification', ({ channel }) => told.push(channel))
  const add = async (
    sessions: number,
    more: { version?: string; queues?: string[] } = {},
  ): Promise<string> => {
    const { version = 'v1', queues = ['default'] } = more
    const id = randomUUID()
    await tables.query(
      `INSERT INTO amelia.worker (id, machine, process, version, sessions, queues) VALUES ($1, 'm', 1, $2, $3, $4)`,
      [id, version, sessions, queues],
    )
    await client.query(`LISTEN "${workerChannel(id)}"`)
    return id
  }
  let dispatch = 0
  const claim = (worker: string, ended: string | null): Promise<unknown> =>
    tables.query(
      `INSERT INTO amelia.claim (run, phase, attempt, dispatch, id, worker, ended)
       VALUES ('r1', 'a', 1, $1, $2, $3, clock_timestamp() - $4::interval)`,
      [(dispatch += 1), randomUUID(), worker, ended],
    )
  const wake = async (waker: ReturnType<typeof createWaker>, count: number): Promise<string[]> => {
    for (let each = 0; each < count; each += 1) expect(await waker('default')).toBe(true)
    // A connection receives messages before the response to its next statement.
    await client.query('SELECT 1')
    return told.splice(0).map((channel) => channel.slice(workerChannel('').length))
  }

  expect(await createWaker(tables, 'v1')('default')).toBe(false)
  await add(1, { version: 'v2' })
  await add(1, { queues: ['gpu'] })
  expect(await createWaker(tables, 'v1')('default')).toBe(false)
  const [cold, earlier, latest, busy, full] = [
    await add(2),
    await add(2),
    await add(2),
    await add(2),
    await add(1),
  ]
  await claim(earlier, '2 seconds')
  await claim(latest, '1 second')
  for (const worker of [busy, full]) {
    await claim(worker, '0 seconds')
    await claim(worker, null)
  }
  // Dispatches that are made at the same time go to several workers.
  expect(await wake(createWaker(tables, 'v1'), 5)).toEqual([latest, earlier, cold, busy, latest])
  // Another coordinator does not know them.
  expect(await wake(createWaker(tables, 'v1'), 1)).toEqual([latest])
})

it('polls less often with more workers of its queues', async () => {
  const server = await startPostgres()
  const tables = openDatabase({ database: await server.createDatabase() })
  onTestFinished(async () => {
    await tables.close()
    await server.stop()
  })
  const add = (count: number, queue: string): Promise<unknown> =>
    tables.query(
      `INSERT INTO amelia.worker (id, machine, process, version, sessions, queues)
       SELECT gen_random_uuid(), 'm', 1, 'v1', 1, ARRAY[$2] FROM generate_series(1, $1)`,
      [count, queue],
    )
  await add(25, 'default')
  await add(200, 'gpu')
  const [few, many] = [
    createPollInterval(tables, ['default']),
    createPollInterval(tables, ['default', 'gpu']),
  ]
  expect([few(), many()]).toEqual([1_000, 1_000])
  await expect.poll(few).toBe(5_000)
  await expect.poll(many).toBe(20_000)
})
