import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AmeliaError,
  defineDriver,
  type DispatchedWork,
  driverError,
  type RunStoreV1,
} from '@amelia/core/plugin'
import { journalVersion } from '@amelia/core/machine'
import { postgresStore } from '@amelia/store-postgres'
import { DBOSClient } from '@dbos-inc/dbos-sdk'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { dbosDispatcher, listWorkers } from '../../src/index.ts'
import { type ClusterDatabase, openDatabase } from '../../src/lib/database/cluster-database.ts'
import { limitDriver } from '../../src/lib/provider/limit-driver.ts'
import { providerLimits } from '../../src/lib/provider/provider-limits.ts'
import { claimDispatch, endClaim } from '../../src/lib/worker/claim-dispatch.ts'
import { startHeartbeat } from '../../src/lib/worker/start-heartbeat.ts'
import { sweepWorkers } from '../../src/lib/sweep/sweep-workers.ts'

let server: TestServer
let database: string
let tables: ClusterDatabase
beforeAll(async () => {
  server = await startPostgres()
  database = await server.createDatabase()
  tables = openDatabase({ database })
  await tables.prepare()
  return async () => {
    await tables.close()
    await server.stop()
  }
})
beforeEach(async () => {
  await tables.query('TRUNCATE amelia.worker, amelia.claim, amelia.provider, amelia.provider_slot')
  await tables.query('TRUNCATE amelia_dbos.workflow_status CASCADE')
})

const deadMs = 3_000
const work = (dispatch = 1): DispatchedWork => ({ runId: 'r1', phaseId: '1', attempt: 1, dispatch })

/** Registers a worker whose last heartbeat is this old. */
const register = async (silentMs = 0, version = `journal-${journalVersion}`): Promise<string> => {
  const id = randomUUID()
  await tables.query(
    `INSERT INTO amelia.worker (id, machine, process, version, sessions, queues, beat)
     VALUES ($1, 'm1', 1, $3, 2, '{default}', clock_timestamp() - $2::float8 * interval '1 millisecond')`,
    [id, silentMs, version],
  )
  return id
}

/** A store that records commands. */
const recorder = () => {
  const commands: unknown[] = []
  const store = {
    send: (_: string, value: unknown) => Promise.resolve(`command-${commands.push(value)}`),
  } as unknown as RunStoreV1
  return { commands, store }
}

const openClient = async (): Promise<DBOSClient> => {
  const client = await DBOSClient.create({
    ...{ systemDatabaseUrl: database, systemDatabasePool: tables.pool },
    ...{ systemDatabaseSchemaName: 'amelia_dbos', applicationName: 'amelia' },
  })
  onTestFinished(() => client.destroy())
  return client
}

const dispatcher = (store = recorder().store, onUnserved?: (queue: string) => void) => {
  const made = dbosDispatcher({ database, store, ...(onUnserved && { onUnserved }) })
  onTestFinished(() => made.close())
  return made
}

type Dispatched = Parameters<ReturnType<typeof dispatcher>['dispatch']>[1]['phase']

const phase = (id: string) => ({ id, ...(id === 'heavy' && { queue: 'gpu' }) }) as Dispatched

/** Takes a dispatch from the queue as a worker's DBOS does. */
const dequeue = (executor: string) =>
  tables.query(
    `UPDATE amelia_dbos.workflow_status SET status = 'PENDING', executor_id = $1 WHERE status = 'ENQUEUED'`,
    [executor],
  )

const deferred = () => {
  let resolve: (why: string) => void = () => {}
  const promise = new Promise<string>((done) => {
    resolve = done
  })
  return { promise, resolve: (why: string) => resolve(why) }
}

describe('claims', () => {
  it('the first one of a dispatch wins, also after it has ended', async () => {
    const worker = await register()
    expect(await claimDispatch(tables, work(), { claim: 'c1', worker })).toBe('claimed')
    expect(await claimDispatch(tables, work(), { claim: 'c2', worker })).toBe('taken')
    // Repeated after a lost response.
    expect(await claimDispatch(tables, work(), { claim: 'c1', worker })).toBe('claimed')
    await endClaim(tables, 'c1')
    expect(await claimDispatch(tables, work(), { claim: 'c3', worker })).toBe('taken')
    expect(await claimDispatch(tables, work(2), { claim: 'c4', worker })).toBe('claimed')
  })

  it('of eight at the same time, one wins', async () => {
    const worker = await register()
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) => claimDispatch(tables, work(), { claim: `c${n}`, worker })),
    )
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1)
  })

  it('a worker that was declared dead gets none', async () => {
    const worker = await register()
    await tables.query('UPDATE amelia.worker SET dead = true')
    expect(await claimDispatch(tables, work(), { claim: 'c1', worker })).toBe('dead')
  })
})

describe('a sweep', () => {
  it('reports the work of silent workers once, and leaves others alone', async () => {
    const [silent, alive] = [await register(deadMs + 500), await register(deadMs - 1_500)]
    await claimDispatch(tables, work(1), { claim: 'c1', worker: silent })
    await claimDispatch(tables, work(2), { claim: 'c2', worker: alive })
    await claimDispatch(tables, work(3), { claim: 'c3', worker: silent })
    await endClaim(tables, 'c3')
    const { store, commands } = recorder()
    const client = await openClient()
    const swept = await sweepWorkers({ tables, client, store, deadMs })
    expect(swept).toEqual({ dead: [silent], lost: [work(1)] })
    expect(commands).toMatchObject([{ type: 'work_lost', work: work(1), claim: 'c1' }])
    expect(await sweepWorkers({ tables, client, store, deadMs })).toEqual({ dead: [], lost: [] })
    expect((await listWorkers({ database })).map(({ id }) => id)).toEqual([alive])
  })

  it('repeats what a sweep that died has left, in each place', async () => {
    const client = await openClient()
    for (const [dispatch, failing] of [
      [1, 'command'],
      [2, 'cancelWorkflows'],
    ] as const) {
      const worker = await register(deadMs + 500)
      await claimDispatch(tables, work(dispatch), { claim: `c${dispatch}`, worker })
      const { store, commands } = recorder()
      const dies = (target: object): never =>
        new Proxy(target, {
          get: (found, name) =>
            name === failing ? () => Promise.reject(new Error('killed')) : Reflect.get(found, name, found),
        }) as never
      const died = sweepWorkers({ tables, client: dies(client), store: dies(store), deadMs })
      await expect(died).rejects.toThrow('killed')
      await sweepWorkers({ tables, client, store, deadMs })
      expect(commands).toHaveLength(1)
      expect(await listWorkers({ database })).toEqual([])
    }
  })

  it('two at the same time have the effect of one', async () => {
    const worker = await register(deadMs + 500)
    await claimDispatch(tables, work(), { claim: 'c1', worker })
    const { store, commands } = recorder()
    const client = await openClient()
    await Promise.all([1, 2, 3].map(() => sweepWorkers({ tables, client, store, deadMs })))
    // The coordinator accepts one of them.
    expect(new Set(commands.map((command) => JSON.stringify(command))).size).toBe(1)
    expect(await listWorkers({ database })).toEqual([])
  })

  it('claims a dispatch that a dead worker took and did not begin', async () => {
    const { store, commands } = recorder()
    await dispatcher().dispatch(work(), { priority: 1, phase: phase('1') })
    // Its row was swept before it took the dispatch.
    await dequeue(randomUUID())
    const client = await openClient()
    expect(await sweepWorkers({ tables, client, store, deadMs })).toEqual({ dead: [], lost: [work()] })
    expect(commands).toMatchObject([{ type: 'work_lost', work: work() }])
    const worker = await register()
    expect(await claimDispatch(tables, work(), { claim: 'late', worker })).toBe('taken')
  })

  it('is not stopped by a row of the queue without a dispatch', async () => {
    const { store, commands } = recorder()
    const { dispatch } = dispatcher()
    await dispatch(work(1), { priority: 1, phase: phase('1') })
    await dispatch(work(2), { priority: 1, phase: phase('1') })
    await dequeue(randomUUID())
    await tables.query("DELETE FROM amelia_dbos.workflow_input WHERE workflow_uuid = 'r1/1/1/1'")
    const client = await openClient()
    expect(await sweepWorkers({ tables, client, store, deadMs })).toEqual({ dead: [], lost: [work(2)] })
    expect(commands).toMatchObject([{ type: 'work_lost', work: work(2) }])
    const rows = await tables.query('SELECT DISTINCT status FROM amelia_dbos.workflow_status')
    expect(rows).toEqual([{ status: 'CANCELLED' }])
  })

  it('ignores runs that were deleted', async () => {
    const worker = await register(deadMs + 500)
    await claimDispatch(tables, work(), { claim: 'c1', worker })
    const gone = new AmeliaError('RUN_NOT_FOUND', 'gone', { runId: 'r1' })
    const store = { command: () => Promise.reject(gone) } as unknown as RunStoreV1
    const client = await openClient()
    expect((await sweepWorkers({ tables, client, store, deadMs })).dead).toEqual([worker])
  })
})

describe('a heartbeat', () => {
  it('refuses once another process has declared the worker dead', async () => {
    const id = await register()
    const times = { beatMs: 50, silentMs: 1_000, deadMs }
    const lost = deferred()
    const heartbeat = startHeartbeat({ tables, id, times, onLost: lost.resolve })
    await heartbeat.check()
    await tables.query('UPDATE amelia.worker SET dead = true')
    expect(await lost.promise).toContain('declared it dead')
    await expect(heartbeat.check()).rejects.toMatchObject({ code: 'LEASE_LOST' })
  })

  it('refuses after a silence, without the database', async () => {
    const id = await register()
    const cut = openDatabase({ database: 'postgresql://nobody@127.0.0.1:1/none' })
    onTestFinished(() => cut.close())
    const lost = deferred()
    const times = { beatMs: 50, silentMs: 300, deadMs }
    const heartbeat = startHeartbeat({ tables: cut, id, times, onLost: lost.resolve })
    await heartbeat.check()
    expect(await lost.promise).toContain('could not reach the database')
    await expect(heartbeat.check()).rejects.toMatchObject({ code: 'LEASE_LOST' })
  })
})

describe('a dispatcher', () => {
  it('enqueues a dispatch once, by priority, on the queue of its phase', async () => {
    const { dispatch } = dispatcher()
    for (let count = 0; count < 3; count += 1) await dispatch(work(), { priority: 7, phase: phase('1') })
    await dispatch({ ...work(), phaseId: 'heavy' }, { priority: 2, phase: phase('heavy') })
    const rows = await tables.query(
      `SELECT workflow_uuid AS id, queue_name AS queue, priority, application_version AS version
       FROM amelia_dbos.workflow_status ORDER BY priority`,
    )
    const version = expect.stringMatching(/^journal-\d+$/)
    expect(rows).toEqual([
      { id: 'r1/heavy/1/1', queue: 'amelia-gpu', priority: 2, version },
      { id: 'r1/1/1/1', queue: 'amelia-default', priority: 7, version },
    ])
  })

  it('names a queue that no worker serves, once', async () => {
    await register()
    const unserved: string[] = []
    const { dispatch } = dispatcher(recorder().store, (queue) => unserved.push(queue))
    await dispatch(work(), { priority: 1, phase: phase('p1') })
    for (const phaseId of ['heavy', 'heavy-2'])
      await dispatch({ ...work(), phaseId }, { priority: 1, phase: phase('heavy') })
    expect(unserved).toEqual(['gpu'])
  })

  it('counts no worker of another version, and none that is draining or dead', async () => {
    const workers = [await register(0, 'journal-1'), await register(), await register()]
    await tables.query('UPDATE amelia.worker SET draining = true WHERE id = $1', [workers[1]])
    await tables.query('UPDATE amelia.worker SET dead = true WHERE id = $1', [workers[2]])
    const unserved: string[] = []
    const { dispatch } = dispatcher(recorder().store, (queue) => unserved.push(queue))
    await dispatch(work(), { priority: 1, phase: phase('p1') })
    expect(unserved).toEqual(['default'])
  })

  it('takes back what no worker has begun', async () => {
    const { dispatch, cancel } = dispatcher()
    await dispatch(work(), { priority: 1, phase: phase('1') })
    await cancel(work())
    await cancel(work())
    await cancel(work(9))
    await dispatch(work(), { priority: 1, phase: phase('1') })
    const rows = await tables.query('SELECT status FROM amelia_dbos.workflow_status')
    expect(rows).toEqual([{ status: 'CANCELLED' }])
  })
})

describe('limits of a provider', () => {
  it('are shared by all workers, and places of a dead one are free again', async () => {
    const [one, two] = [await register(), await register()]
    const [first, second] = [providerLimits(tables, one), providerLimits(tables, two)]
    await first.setSessions('p', 3)
    const taken = await Promise.all([first, second, first, second, first].map((limits) => limits.take('p')))
    expect(taken.filter((place) => place !== null)).toHaveLength(3)
    await taken.find((place) => place !== null)!.release()
    expect(await second.take('p')).not.toBeNull()
    expect(await second.take('p')).toBeNull()
    await tables.query('DELETE FROM amelia.worker WHERE id = $1', [one])
    expect(await second.take('p')).not.toBeNull()
  })

  it('share the pause after a rate limit', async () => {
    const [one, two] = [await register(), await register()]
    const started: string[] = []
    const driver = (name: string, fails: boolean) =>
      defineDriver({
        ...{ id: name, provider: 'p', meters: [] },
        runSession: () => {
          started.push(name)
          return fails
            ? Promise.reject(driverError('rate_limited', { retryAfterMs: 900 }))
            : Promise.resolve({ text: '', usage: {} })
        },
      })
    const request = {} as Parameters<ReturnType<typeof driver>['runSession']>[0]
    const told: unknown[] = []
    const context = { signal: new AbortController().signal, emit: (progress: unknown) => told.push(progress) }
    const limited = limitDriver(driver('one', true), providerLimits(tables, one))
    await expect(limited.runSession(request, context)).rejects.toMatchObject({ code: 'DRIVER_FAILED' })
    const other = limitDriver(driver('two', false), providerLimits(tables, two)).runSession(request, context)
    await wait(300)
    expect(started).toEqual(['one'])
    await other
    expect(started).toEqual(['one', 'two'])
    expect(told).toMatchObject([{ type: 'waiting', reason: 'rate_limited' }])
    expect(await tables.query('SELECT n FROM amelia.provider_slot')).toEqual([])
  })
})

describe('the tables', () => {
  it('are created in one schema with those of the store, at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const fresh = await server.createDatabase()
      const stores = [1, 2, 3].map(() => postgresStore({ database: fresh }))
      const opened = [1, 2, 3].map(() => openDatabase({ database: fresh }))
      await Promise.all([
        ...opened.map(({ prepare }) => prepare()),
        ...stores.map((store) => store.migrate()),
      ])
      await Promise.all([...opened, ...stores].map((one) => one.close()))
    }
  })

  it('are created once by processes that start together', async () => {
    const fresh = await server.createDatabase()
    const opened = Array.from({ length: 5 }, () => openDatabase({ database: fresh }))
    await Promise.all(opened.map(({ prepare }) => prepare()))
    expect(await opened[0]!.query('SELECT version FROM amelia.cluster_migration')).toEqual([{ version: 1 }])
    await Promise.all(opened.map(({ close }) => close()))
  })

  it('of a newer version are refused', async () => {
    await tables.query('INSERT INTO amelia.cluster_migration (version) VALUES (99)')
    await expect(listWorkers({ database })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('Update @amelia/engine-dbos'),
    })
  })
})
