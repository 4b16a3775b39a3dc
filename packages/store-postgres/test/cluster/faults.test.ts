import type { JournalRecord, RunStoreV1 } from '@amelia/core/plugin'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgresStore, type PostgresStoreOptions } from '../../src/index.ts'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { type Proxy, startProxy } from '../../../../test/fixtures/start-proxy.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  return () => server.stop()
})

const open = (options: Partial<PostgresStoreOptions> = {}) => {
  const store = postgresStore({ database: url, ...options })
  onTestFinished(() => store.close())
  return store
}
const through = ({ port }: Proxy): string => url.replace(`:${server.port}/`, `:${port}/`)
const record = (seq: number): JournalRecord => ({ seq, value: { n: seq } })
const range = (from: number, to: number): JournalRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => record(from + index))

/** Follows a run until it has this many records. */
const follow = async (
  store: RunStoreV1,
  runId: string,
  count: number,
  found: JournalRecord[] = [],
): Promise<JournalRecord[]> => {
  const stop = new AbortController()
  for await (const batch of store.follow!(runId, stop.signal)) {
    found.push(...batch)
    if (found.length >= count) stop.abort()
  }
  return found
}
/** Waits until this many connections have received LISTEN for a channel. */
const listening = async (count: number): Promise<void> => {
  const text = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND state = 'idle'`
  while ((await server.admin(url, text)).length < count);
}

it.each(['pg_namespace', 'pg_advisory_xact_lock', 'CREATE SCHEMA', 'COMMIT'])(
  'creates the tables again after the connection is lost at %s',
  async (statement) => {
    const proxy = await startProxy(server.port)
    const fresh = await server.createDatabase()
    const store = open({ database: fresh.replace(`:${server.port}/`, `:${proxy.port}/`) })
    proxy.loseAnswerTo(statement)
    await store.migrate()
    expect(await store.list()).toEqual([])
    expect(proxy.lost()).toBe(1)
  },
)

describe('a lost response', () => {
  it.each([
    ['append', '.record (run', 'INSERT INTO'],
    ['send', '.command AS', 'INSERT INTO'],
    ['acquire', '.run AS', 'INSERT INTO'],
    ['acknowledge', '.command SET outcome', 'UPDATE'],
    ['remove', '.run WHERE id', 'DELETE FROM'],
    ['release', 'SET holder = NULL WHERE', 'UPDATE'],
  ])('to %s has its effect once', async (what, after) => {
    const proxy = await startProxy(server.port)
    const store = open({ database: through(proxy) })
    const runId = `lost-${what}`
    const lose = (name: string): void => {
      if (name === what) proxy.loseAnswerTo(after)
    }
    await store.migrate()
    const [drawn] = await server.admin(
      url,
      'SELECT (last_value + is_called::integer)::integer AS next FROM amelia.lease_token',
    )
    lose('acquire')
    const lease = await store.acquire(runId)
    expect(Number(lease.token)).toBe(drawn!['next'])
    await lease.append(range(1, 2))
    lose('append')
    await lease.append(range(3, 4))
    await lease.append(range(5, 5))
    lose('send')
    const id = await store.send(runId, 'value')
    expect(await lease.sent()).toEqual([{ id, value: 'value' }])
    lose('acknowledge')
    await lease.acknowledge(id, 'done')
    expect(await store.outcome(runId, id)).toBe('done')
    expect(await store.load(runId)).toEqual(range(1, 5))
    if (what === 'remove') {
      lose('remove')
      await lease.remove!()
      await expect(store.load(runId)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    } else {
      lose('release')
      await lease.release()
      await (await store.acquire(runId)).append(range(6, 6))
    }
    expect(proxy.lost()).toBe(1)
  })

  it('to an append is not taken for success if another process has taken the run', async () => {
    const proxy = await startProxy(server.port)
    const late = await open({ database: through(proxy) }).acquire('lost-lease')
    await late.append(range(1, 2))
    await server.admin(url, `UPDATE amelia.run SET expires = now() WHERE id = 'lost-lease'`)
    const store = open()
    const next = await store.acquire('lost-lease')
    await next.append(range(3, 3))
    proxy.loseAnswerTo('.record (run')
    await expect(late.append(range(3, 3))).rejects.toMatchObject({ code: 'LEASE_LOST' })
    expect(await store.load('lost-lease')).toEqual(range(1, 3))
  })
})

describe('a lost connection', () => {
  it('in the middle of appends loses no record and repeats none', async () => {
    const store = open()
    const lease = await store.acquire('terminated')
    const terminate = `SELECT count(pg_terminate_backend(pid)) AS count FROM pg_stat_activity
      WHERE application_name = 'amelia' AND datname = current_database() AND pid <> pg_backend_pid()`
    let isDone = false
    let count = 0
    const terminating = (async () => {
      while (!isDone) count += Number((await server.admin(url, terminate))[0]!['count'])
    })()
    for (let seq = 1; seq <= 60; seq += 1) await lease.append([record(seq)])
    isDone = true
    await terminating
    expect(count).toBeGreaterThan(5)
    expect(await store.load('terminated')).toEqual(range(1, 60))
  })

  it('of a follower that listens loses no record and no later progress', async () => {
    const proxy = await startProxy(server.port)
    const watcher = open({ database: through(proxy), pollMs: 60_000 })
    const writer = open()
    const lease = await writer.acquire('cut')
    const tail = watcher.tail!('cut', new AbortController().signal)[Symbol.asyncIterator]()
    let received: unknown
    void tail.next().then(({ value }) => (received = value))
    await lease.append(range(1, 1))
    const found: JournalRecord[] = []
    const followed = follow(watcher, 'cut', 4, found)
    await listening(1)
    for (let seq = 2; seq <= 4; seq += 1) {
      // Nobody listens when the message of this record is sent.
      while (found.length < seq - 1) await new Promise(setImmediate)
      proxy.cut()
      await lease.append([record(seq)])
    }
    expect(await followed).toEqual(range(1, 4))
    while (received === undefined) await writer.publish!('cut', 'progress')
    expect(received).toBe('progress')
  })

  it('loses no record to a follower whose messages never arrive', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    onTestFinished(() => pool.end())
    const followed = follow(open({ database: pool, pollMs: 20 }), 'polled', 3)
    const lease = await open().acquire('polled')
    await lease.append(range(1, 2))
    await lease.append(range(3, 3))
    expect(await followed).toEqual(range(1, 3))
  })

  it('for longer than retryMs is STORE_FAILED, and ends the lease', async () => {
    const proxy = await startProxy(server.port)
    const store = open({ database: through(proxy), retryMs: 0 })
    const lease = await store.acquire('gone')
    proxy.loseAnswerTo('.record (run')
    await expect(lease.append(range(1, 1))).rejects.toMatchObject({ code: 'STORE_FAILED' })
    await expect(lease.append(range(2, 2))).rejects.toMatchObject({ code: 'LEASE_LOST' })
    await lease.release()
    expect(await store.load('gone')).toEqual(range(1, 1))
  })
})

it('20 watchers on one connection receive all records and progress, without polling', async () => {
  const watcher = open({ pollMs: 60_000 })
  const writer = open()
  const lease = await writer.acquire('watched')
  const large = 'ü"\\'.repeat(20_000)
  const tails = Array.from({ length: 20 }, async () => {
    const values: unknown[] = []
    for await (const value of watcher.tail!('watched', new AbortController().signal)) {
      values.push(value)
      if (values.length === 4) break
    }
    return values
  })
  const followed = Array.from({ length: 20 }, () => follow(watcher, 'watched', 50))
  await listening(1)
  for (let seq = 1; seq <= 50; seq += 1) await lease.append([record(seq)])
  for (const found of await Promise.all(followed)) expect(found).toEqual(range(1, 50))
  const values = [1, 1, large, null]
  await writer.publish!('other', 'of another run')
  await Promise.all(values.map((value) => writer.publish!('watched', value)))
  await writer.publish!('watched', 'x'.repeat(300_000))
  for (const found of await Promise.all(tails)) expect(found).toEqual(values)
  const connections = await server.admin(
    url,
    `SELECT 1 FROM pg_stat_activity WHERE application_name = 'amelia' AND query LIKE 'LISTEN%'`,
  )
  expect(connections.length).toBeLessThanOrEqual(1)
})
