import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRun, readPlan, readRun } from '@amelia/core'
import type { RunStoreV1 } from '@amelia/core/plugin'
import { type RunStoreSubject, runStoreContract } from '@amelia/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { phaseTable } from '@amelia/parser-phase-table'
import { createRepository } from '../../../test/fixtures/temporary-repository.ts'
import { loadSqlite, type SqliteDatabase } from '../src/lib/store/sqlite/sqlite-database.ts'
import { openDatabase } from '../src/lib/store/sqlite/open-database.ts'
import { nodeHost, type SqliteStoreOptions, sqliteStore } from '../src/index.ts'

const supported = process.getBuiltinModule('node:sqlite') !== undefined

const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'amelia-sqlite-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Changes a file of SQLite with a separate connection. */
const change = <Result>(path: string, task: (database: SqliteDatabase) => Result): Result => {
  const database = new (loadSqlite().DatabaseSync)(path)
  try {
    return task(database)
  } finally {
    database.close()
  }
}
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid ?? 0
/** Makes the owner of each run look like another process. */
const changeHolder = (path: string, to: object): void =>
  change(path, (database) => {
    database.prepare('UPDATE run SET holder = json_patch(holder, ?)').run(JSON.stringify(to))
  })
const record = (seq: number) => ({ seq, value: seq })

/** Starts the fixture, and collects its lines. */
const startWriter = (
  ...args: string[]
): { child: ChildProcess; lines: string[]; ended: Promise<unknown> } => {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const program = join(import.meta.dirname, 'fixtures/write-sqlite.ts')
  const child = spawn(
    process.execPath,
    ['--conditions=amelia-source', '--import', loader, program, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  let rest = ''
  child.stdout.on('data', (data: Buffer) => {
    const parts = (rest + data.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  return { child, lines, ended: new Promise((resolve) => child.on('close', resolve)) }
}

it('a runtime without SQLite is OPTION_INVALID and says which version is needed', () => {
  const message = /node:sqlite of Node 22\.13 or newer; this is v\d+.*fileStore/
  const invalid = expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringMatching(message) })
  expect(() => loadSqlite(() => undefined)).toThrow(invalid)
  if (!supported) expect(() => sqliteStore({ path: 'runs.db' })).toThrow(invalid)
})

it('SQLite is not loaded before it is used', async () => {
  const loaded = vi.spyOn(process, 'getBuiltinModule')
  onTestFinished(() => loaded.mockRestore())
  nodeHost()
  expect(loaded).not.toHaveBeenCalledWith('node:sqlite')
})

if (supported) {
  const paths = new WeakMap<RunStoreV1, string>()
  const create = async (): Promise<RunStoreSubject> => {
    const dir = mkdtempSync(join(tmpdir(), 'amelia-sqlite-'))
    const path = join(dir, 'deep', 'runs.db')
    const store = sqliteStore({ path })
    paths.set(store, path)
    return {
      store,
      async close() {
        await store.close()
        rmSync(dir, { recursive: true, force: true })
      },
    }
  }
  const pathOf = ({ store }: RunStoreSubject): string => paths.get(store) ?? ''

  describe('sqliteStore fulfils the contract', () => {
    const cases = runStoreContract({
      create,
      faults: {
        abandon: async (subject) => changeHolder(pathOf(subject), { pid: deadPid() }),
        // A commit that was cut off is half a frame of the write-ahead log.
        tear: async (subject) => appendFileSync(`${pathOf(subject)}-wal`, Buffer.alloc(2000, 7)),
        damage: async (subject, runId, line) =>
          change(pathOf(subject), (database) => {
            database
              .prepare(`UPDATE record SET value = replace(value, '"n"', '"N"') WHERE run = ? AND seq = ?`)
              .run(runId, line)
          }),
        reopen: (subject) => {
          const store = sqliteStore({ path: pathOf(subject) })
          onTestFinished(() => store.close())
          return store
        },
        spoil: async (subject, runId, commandId) =>
          change(pathOf(subject), (database) => {
            database
              .prepare('INSERT INTO command (run, id, value) VALUES (?, ?, ?)')
              .run(runId, commandId, '{"type":"answer","gateId":')
          }),
      },
    })
    for (const { name, covered, run } of cases) {
      it(name, async () => {
        expect(covered).toBe(true)
        await run()
      })
    }
  })

  const open = (options: Partial<SqliteStoreOptions> = {}) => {
    const path = options.path ?? join(folder(), 'runs.db')
    const store = sqliteStore({ ...options, path })
    onTestFinished(() => store.close())
    return { path, store }
  }

  describe('sqliteStore', () => {
    it('creates a private file with the first run, and none before', async () => {
      const { path, store } = open()
      expect(await store.list()).toEqual([])
      await expect(store.load('r1')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
      expect(existsSync(path)).toBe(false)
      await store.acquire('r1')
      for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600)
    })

    it('sends the progress of each run to those who tail it in another process, through a bounded file', async () => {
      const { path, store } = open()
      await store.acquire('r1')
      const stop = new AbortController()
      const tail = open({ path }).store.tail!('r1', stop.signal)[Symbol.asyncIterator]()
      const first = tail.next()
      await Promise.all(['a', 'b'].map((n) => store.publish!('r2', n)))
      let received = false
      void first.then(() => (received = true))
      while (!received) await store.publish!('r1', { n: 1 })
      expect(await first).toEqual({ done: false, value: { n: 1 } })
      for (let n = 0; n < 10; n += 1) await store.publish!('r1', 'x'.repeat(60_000))
      const { size, mode } = statSync(`${path}-progress`)
      expect(size).toBeLessThanOrEqual(262_144)
      expect(mode & 0o777).toBe(0o600)
      stop.abort()
      expect(await store.load('r1')).toEqual([])
      await expect(store.publish!('../r1', 1)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
      expect(() => store.tail!('../r1', stop.signal)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      )
    })

    it('uses a write-ahead log, and syncs each commit', async () => {
      const database = await openDatabase(loadSqlite(), join(folder(), 'runs.db'), true)
      onTestFinished(() => database?.close())
      const values = ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync'].map(
        (name) => Object.values(database?.prepare(`PRAGMA ${name}`).get() ?? {})[0],
      )
      expect(values).toEqual(['wal', 2, 1, 1])
    })

    it.each(['', ':memory:', 7])('the path %j is OPTION_INVALID', (path) => {
      expect(() => sqliteStore({ path: path as string })).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', details: { option: 'path' } }),
      )
    })

    it('a file of another program is OPTION_INVALID, and unchanged', async () => {
      const dir = folder()
      const text = join(dir, 'notes.txt')
      writeFileSync(text, 'Notes, and not a database. '.repeat(100))
      const other = join(dir, 'other.db')
      change(other, (database) => database.exec('CREATE TABLE run (id TEXT)'))
      const newer = join(dir, 'newer.db')
      const { store } = open({ path: newer })
      await store.acquire('r1')
      await store.close()
      change(newer, (database) => database.exec('PRAGMA user_version = 2'))
      for (const [path, why] of [
        [text, 'it is not an SQLite file'],
        [other, 'another program wrote it'],
        [newer, 'its format is 2'],
      ] as const) {
        const before = readFileSync(path)
        const call = open({ path }).store.acquire('r1')
        await expect(call).rejects.toMatchObject({
          code: 'OPTION_INVALID',
          message: expect.stringContaining(why),
          details: { option: 'path' },
        })
        await expect(open({ path }).store.list()).rejects.toMatchObject({ code: 'OPTION_INVALID' })
        expect(readFileSync(path).equals(before)).toBe(true)
      }
    })

    it('a damaged file never yields other records than those that were written', async () => {
      const dir = folder()
      const path = join(dir, 'runs.db')
      const { store } = open({ path })
      const lease = await store.acquire('r1')
      const records = Array.from({ length: 200 }, (_, index) => ({
        seq: index + 1,
        value: `v${index} `.repeat(20),
      }))
      await lease.append(records)
      await lease.release()
      await store.close()
      const whole = readFileSync(path)
      const codes = new Set<string>()
      for (let at = 100; at < whole.length; at += 997) {
        const file = join(dir, `damaged-${at}.db`)
        const bytes = Buffer.from(whole)
        bytes.fill(0xa5, at, at + 64)
        writeFileSync(file, bytes)
        const { store: damaged } = open({ path: file })
        const found = await damaged.load('r1').catch((error: unknown) => error)
        if (Array.isArray(found)) expect(found).toEqual(records)
        else codes.add((found as { code: string }).code)
        await damaged.close()
      }
      expect([...codes].sort()).toEqual(expect.arrayContaining(['RUN_DAMAGED', 'STORE_FAILED']))
      for (const code of codes)
        expect(['RUN_DAMAGED', 'STORE_FAILED', 'RUN_NOT_FOUND', 'OPTION_INVALID']).toContain(code)
    })

    it('records that are missing at the end are RUN_DAMAGED', async () => {
      const { path, store } = open()
      const lease = await store.acquire('r1')
      await lease.append([record(1), record(2)])
      await lease.release()
      change(path, (database) => database.exec('DELETE FROM record WHERE seq = 2'))
      await expect(store.load('r1')).rejects.toMatchObject({ code: 'RUN_DAMAGED', details: { line: 2 } })
      expect(await store.repair!('r1')).toMatchObject({ kept: 1, lost: 1 })
      expect(await store.load('r1')).toEqual([record(1)])
    })

    it('fault 63: an owner in another container counts as alive until a minute after its last heartbeat', async () => {
      let time = Date.UTC(2026, 0, 1)
      const timers = new Set<() => void>()
      const clock = {
        now: () => time,
        every(ms: number, task: () => void) {
          expect(ms).toBe(15_000)
          timers.add(task)
          return () => void timers.delete(task)
        },
      }
      const { path, store } = open(clock)
      const lease = await store.acquire('r1')
      changeHolder(path, { host: 'elsewhere' })
      time += 59_000
      for (const beat of timers) beat()
      await lease.check()
      time += 59_999
      await expect(store.acquire('r1')).rejects.toMatchObject({
        code: 'RUN_LOCKED',
        details: { holder: expect.stringContaining(`process ${process.pid} on elsewhere`) },
      })
      time += 1
      const next = await store.acquire('r1')
      await expect(lease.append([record(1)])).rejects.toMatchObject({ code: 'LEASE_LOST' })
      await next.append([record(1)])
      await lease.release()
      await next.release()
      expect(timers.size).toBe(0)
    })

    it('fault 58: a failed write is STORE_FAILED, reverted, and ends the lease', async () => {
      const { path, store } = open()
      const lease = await store.acquire('r1')
      await lease.append([record(1)])
      change(path, (database) =>
        database.exec(
          `CREATE TRIGGER full BEFORE INSERT ON record WHEN new.seq = 3 BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
        ),
      )
      await expect(lease.append([record(2), record(3)])).rejects.toMatchObject({ code: 'STORE_FAILED' })
      expect(await store.load('r1')).toEqual([record(1)])
      await expect(lease.append([record(2)])).rejects.toMatchObject({ code: 'LEASE_LOST' })
      await lease.release()
      await (await store.acquire('r1')).append([record(2)])
    })
  })

  it('keeps the journal of a run that nodeHost executes', async () => {
    const user = createRepository()
    onTestFinished(user.close)
    const { path, store } = open()
    const plan = readPlan(planText, { parsers: [phaseTable()] })
    const host = { ...nodeHost({ repo: user.repo, slots: user.slots }), store }
    const run = await createRun({ plan, host, trust: 'autonomous', planApproved: true, artifacts: 'none' })
    expect((await run.start()).status).toBe('completed')
    // Another process reads the run.
    const { report } = await readRun({ store: open({ path }).store, runId: run.id, now: Date.now() })
    expect(report).toMatchObject({ status: 'completed', phases: [{ id: '1', status: 'completed' }] })
  })

  describe('processes that share a SQLite store', () => {
    it('fault 61: kill -9 loses no stored record, and the next owner continues', {
      timeout: 180_000,
    }, async () => {
      const { path, store } = open()
      let stored = 0
      for (let round = 1; round <= 5; round += 1) {
        const { child, lines, ended } = startWriter(path, 'r1')
        await vi.waitUntil(() => Number(lines.at(-1)) >= stored + 10 * round, {
          timeout: 60_000,
          interval: 3,
        })
        child.kill('SIGKILL')
        await ended
        stored = Math.max(...lines.slice(1).map(Number))
        const records = await store.load('r1')
        expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1))
        // Both records of an append, or none.
        expect(records.length % 2).toBe(0)
        expect(records.length).toBeGreaterThanOrEqual(stored)
      }
      expect(change(path, (database) => database.prepare('PRAGMA integrity_check').get())).toEqual({
        integrity_check: 'ok',
      })
    })

    it('fault 65: a stopped process that lost its run and wakes up writes nothing', {
      timeout: 120_000,
    }, async () => {
      const { path, store } = open()
      const { child, lines, ended } = startWriter(path, 'r1')
      await vi.waitUntil(() => lines.length > 5, { timeout: 60_000 })
      await expect(store.acquire('r1')).rejects.toMatchObject({
        code: 'RUN_LOCKED',
        message: expect.stringContaining(`process ${child.pid}`),
      })
      // Stopped inside of a transaction, it would lock the file, and the file's other users would wait.
      let lease
      do {
        child.kill('SIGSTOP')
        const { store: late } = open({ path, processes: { ...everyoneElseIsDead(child.pid!) } })
        lease = await late.acquire('r1').catch(() => undefined)
        if (lease === undefined) child.kill('SIGCONT')
      } while (lease === undefined)
      const { length } = await store.load('r1')
      child.kill('SIGCONT')
      await ended
      expect(lines.at(-1)).toBe('LEASE_LOST')
      expect(await store.load('r1')).toHaveLength(length)
      await lease.append([record(length + 1)])
    })

    it('one of several gets the run, and commands of all arrive once, in order', {
      timeout: 120_000,
    }, async () => {
      const { path, store } = open()
      const lease = await store.acquire('r1')
      const people = [1, 2, 3].map(() => startWriter(path, 'r1', 'commands'))
      const writers = [1, 2, 3].map(() => startWriter(path, 'r2'))
      let count = 0
      const received: string[] = []
      const receive = async (): Promise<number> => {
        const commands = await lease.sent()
        for (const { id } of commands) {
          received.push(id)
          await lease.acknowledge(id, 'applied')
        }
        return commands.length
      }
      while (received.length < 60 || people.some(({ lines }) => lines.length < 10)) {
        await lease.append([record(++count)])
        await receive()
        await pause()
      }
      for (const { child } of people) child.kill('SIGKILL')
      await Promise.all(people.map(({ ended }) => ended))
      while ((await receive()) > 0);
      expect(received).toEqual([...new Set(received)].sort())
      expect(received).toEqual(expect.arrayContaining(people.flatMap(({ lines }) => lines)))
      await vi.waitUntil(() => writers.filter(({ child }) => child.exitCode !== null).length === 2, {
        timeout: 60_000,
      })
      expect(writers.filter(({ lines }) => lines[0] === 'acquired')).toHaveLength(1)
      expect(await store.load('r1')).toHaveLength(count)
    })
  })
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const planText = `# Greeting

| Phase | Name | Depends On |
|-------|------|------------|
| 1 | Text | - |

## Phase 1: Text

\`\`\`txt file=greeting.txt
Hello
\`\`\`
`

/** Processes of which the one with this id looks dead. */
const everyoneElseIsDead = (dead: number) => ({
  self: () => ({ pid: process.pid, host: 'h', container: null, started: null }),
  isAlive: ({ pid }: { pid: number }) => pid !== dead,
})
