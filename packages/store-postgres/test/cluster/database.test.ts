import { answerRun, createRun, openRun, readRun, watchRun } from '@amelia/core'
import { timerClock } from '@amelia/core/plugin'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgresStore, type PostgresStoreOptions } from '../../src/index.ts'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

const open = (database: PostgresStoreOptions['database'], options: Partial<PostgresStoreOptions> = {}) => {
  const store = postgresStore({ database, ...options })
  onTestFinished(() => store.close())
  return store
}

describe('the tables', () => {
  it('are created once by processes that start together', async () => {
    const url = await server.createDatabase()
    const stores = Array.from({ length: 8 }, () => open(url, { schema: `it's "runs"` }))
    await Promise.all(stores.map((store, index) => store.acquire(`r${index}`)))
    expect((await stores[0]!.list()).length).toBe(8)
    expect(await server.admin(url, `SELECT version FROM "it's ""runs""".migration`)).toEqual([{ version: 1 }])
  })

  it('of a newer version, and those of another program, are refused and unchanged', async () => {
    const url = await server.createDatabase()
    await open(url).migrate()
    await server.admin(url, 'INSERT INTO amelia.migration (version) VALUES (7)')
    await expect(open(url).list()).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(/version 7.*Update @amelia\/store-postgres/),
      details: { option: 'schema' },
    })
    await server.admin(url, 'CREATE SCHEMA other; CREATE TABLE other.run (id text)')
    await expect(open(url, { schema: 'other' }).acquire('r1')).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('tables of another program'),
    })
    const tables = `SELECT relname FROM pg_class WHERE relnamespace = 'other'::regnamespace AND relkind = 'r'`
    expect(await server.admin(url, tables)).toEqual([{ relname: 'run' }])
  })

  it('are measured by run: transcripts apart from the journal and the texts beside it', async () => {
    const store = open(await server.createDatabase())
    const lease = await store.acquire('r1')
    await lease.append([{ seq: 1, value: 'x'.repeat(1000) }])
    const before = (await store.measure()).get('r1')!
    expect(before).toMatchObject({ transcripts: 0 })
    expect(before.journal).toBeGreaterThan(1000)
    await lease.keep('transcripts/one.txt', 'y'.repeat(500))
    await lease.keep('output/test.txt', 'z'.repeat(300))
    await store.acquire('r2')
    expect([...(await store.measure())]).toEqual([
      ['r1', { transcripts: expect.closeTo(504, -1), journal: expect.closeTo(before.journal + 304, -1) }],
    ])
  })

  it('can be used with the documented rights, and a user without them learns which are missing', async () => {
    const url = await server.createDatabase()
    await open(url).migrate()
    await server.admin(url, 'CREATE ROLE runner LOGIN')
    const as = url.replace('postgres@', 'runner@')
    await expect(open(as).list()).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(/may not create or read.*permission denied.*docs\/postgres\.md/),
    })
    await server.admin(
      url,
      `GRANT USAGE ON SCHEMA amelia TO runner;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA amelia TO runner;
       GRANT USAGE ON ALL SEQUENCES IN SCHEMA amelia TO runner`,
    )
    const store = open(as)
    const lease = await store.acquire('r1')
    await lease.append([{ seq: 1, value: 1 }])
    await lease.keep('a.txt', 'text')
    await lease.acknowledge(await store.send('r1', 1), 2)
    await lease.release()
    await expect(open(as, { schema: 'more' }).migrate()).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})

describe('the connection', () => {
  it('of a given pool stays open, and the store leaves no listener on it', async () => {
    const pool = new pg.Pool({ connectionString: await server.createDatabase() })
    onTestFinished(() => pool.end())
    const store = postgresStore({ database: pool })
    await store.acquire('r1')
    await store.close()
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(pool.listenerCount('error')).toBe(0)
  })

  it('of a closed store ends those who follow or tail a run, without an error', async () => {
    const store = postgresStore({ database: await server.createDatabase(), pollMs: 60_000 })
    await (await store.acquire('r1')).append([{ seq: 1, value: 1 }])
    const { signal } = new AbortController()
    const following = store.follow!('r1', signal)[Symbol.asyncIterator]()
    const tailing = store.tail!('r1', signal)[Symbol.asyncIterator]()
    expect((await following.next()).value).toEqual([{ seq: 1, value: 1 }])
    const next = [following.next(), tailing.next()]
    await store.close()
    expect((await Promise.all(next)).map(({ done }) => done)).toEqual([true, true])
  })

  it('to a missing database or server is STORE_FAILED with a remedy', async () => {
    const url = await server.createDatabase()
    await expect(open(url.replace(/\w+$/, 'nobody')).list()).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/database "nobody" does not exist.*createdb/),
    })
    const free = 'postgresql://me:secret@127.0.0.1:1/runs'
    const error = await open(free, { retryMs: 0 })
      .list()
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/ECONNREFUSED.*Start PostgreSQL/),
    })
    expect(String(error)).not.toContain('secret')
  })
})

it('transactions that are serializable by default are repeated', async () => {
  const url = await server.createDatabase()
  const name = url.split('/').at(-1)
  await server.admin(url, `ALTER DATABASE ${name} SET default_transaction_isolation = serializable`)
  const store = open(url)
  const leases = await Promise.allSettled(Array.from({ length: 12 }, () => store.acquire('r1')))
  const [won] = leases.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const codes = leases.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
  )
  expect(codes).toEqual(Array(11).fill('RUN_LOCKED'))
  const records = Array.from({ length: 20 }, (_, index) => ({ seq: index + 1, value: index }))
  await Promise.all([
    ...records.map((record) => won!.append([record])),
    ...records.map(({ value }) => store.send('r1', value)),
  ])
  expect(await store.load('r1')).toEqual(records)
  expect((await won!.sent()).length).toBe(20)
})

describe('a database that confirms commits before they are stored', () => {
  it('is refused at the start: synchronous_commit', async () => {
    const url = await server.createDatabase()
    const name = url.split('/').at(-1)
    await server.admin(url, `ALTER DATABASE ${name} SET synchronous_commit = off`)
    await expect(open(url).acquire('r1')).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining(`ALTER DATABASE "${name}" SET synchronous_commit = on`),
      details: { option: 'database' },
    })
    expect(await server.admin(url, `SELECT 1 FROM pg_namespace WHERE nspname = 'amelia'`)).toEqual([])
  })

  it('is refused during a run: no record is written', async () => {
    const url = await server.createDatabase()
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    onTestFinished(() => pool.end())
    const store = open(pool)
    const lease = await store.acquire('r1')
    await lease.append([{ seq: 1, value: 1 }])
    await pool.query('SET synchronous_commit = off')
    await expect(lease.append([{ seq: 2, value: 2 }])).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining('no longer syncs its commits'),
    })
    expect(await store.load('r1')).toEqual([{ seq: 1, value: 1 }])
  })
})

const plan = {
  goal: 'Greet',
  phases: Array.from({ length: 6 }, (_, index) => ({ id: `p${index}`, title: `Phase ${index}` })),
}

describe('a run', () => {
  it('survives restarts of the database, and is read, watched and answered from another store', async () => {
    const url = await server.createDatabase()
    const host = { ...memoryHost(), clock: timerClock(), store: open(url) }
    const other = { ...host, store: open(url) }
    let sessions = 0
    const driver = createScriptedDriver(async ({ workspace }) => {
      sessions += 1
      await workspace.fs.writeFile(`/file-${sessions}.txt`, 'Hello')
      if (sessions === 2) await server.restart()
    })
    const options = { plan, driver, trust: 'standard', concurrency: 1, reviewers: [] } as const
    const run = await createRun({ ...options, host })
    const seen: number[] = []
    const watching = (async () => {
      for await (const event of watchRun({ host: other, runId: run.id })) seen.push(event.seq)
    })()
    let { status } = await run.start()
    for (let round = 0; status === 'waiting' && round < 5; round += 1) {
      const {
        report: { gates },
      } = await readRun({ host: other, runId: run.id })
      for (const { id } of gates)
        await answerRun({
          host: other,
          runId: run.id,
          command: { type: 'answer', gateId: id, choice: 'approve' },
        })
      status = (await (await openRun({ host: other, runId: run.id, driver })).start()).status
    }
    expect(status).toBe('completed')
    await watching
    expect(seen).toEqual(seen.map((_, index) => index + 1))
    expect(sessions).toBe(6)
    expect((await other.store.list()).map(({ locked }) => locked)).toEqual([false])
  })

  it('is not written to a database that was restarted with fsync off', async () => {
    const url = await server.createDatabase()
    const store = open(url)
    const lease = await store.acquire('r1')
    await lease.append([{ seq: 1, value: 1 }])
    await server.restart('fsync=off')
    onTestFinished(() => server.restart())
    await expect(lease.append([{ seq: 2, value: 2 }])).rejects.toMatchObject({ code: 'STORE_FAILED' })
    await expect(open(url).list()).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('Set fsync = on in postgresql.conf'),
    })
    expect(await store.load('r1')).toEqual([{ seq: 1, value: 1 }])
  })
})
