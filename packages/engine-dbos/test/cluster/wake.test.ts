import { randomUUID } from 'node:crypto'
import { journalVersion } from '@amelia/core/machine'
import type { DispatchedWork, RunStoreV1 } from '@amelia/core/plugin'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../../test/fixtures/start-postgres.ts'
import { dbosDispatcher } from '../../src/index.ts'
import { openDatabase } from '../../src/lib/database/cluster-database.ts'
import { dispatchWorkflow } from '../../src/lib/database/dispatch-workflow.ts'
import { listenForWork } from '../../src/lib/worker/listen-for-work.ts'
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
})
