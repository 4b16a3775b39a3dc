import { resolve } from 'node:path'
import { sqliteCode, sqliteCodes } from '../rules/sqlite-code.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { machineProcesses, type Processes } from '@amelia/agent-process'
import { AmeliaError, checkOptions, rules, type RunStoreV1, storeParts } from '@amelia/core/plugin'
import { orStoreFailed } from '../rules/or-store-failed.ts'
import { repeat } from '../rules/repeat.ts'
import { hasEnded, type LeaseHolder, runLocked } from '../rules/run-locked.ts'
import { createSqliteLease } from './create-sqlite-lease.ts'
import { sqliteProgress } from './sqlite-progress.ts'
import { openDatabase } from './open-database.ts'
import { inTransaction, loadSqlite, type SqliteDatabase } from './sqlite-database.ts'
import {
  encodeHolder,
  findRun,
  listRuns,
  readHolder,
  readSent,
  readRecords,
  runDamaged,
  type StoredRun,
} from './stored-run.ts'

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** The path of the file. It is created with the first run. */
  path: string
  /** Returns the time in milliseconds since 1970. Default: this machine's clock. */
  now?: (() => number) | undefined
  /** Identifies this process, and checks whether others live. Default: the processes of this machine. */
  processes?: Processes | undefined
  /**
   * Calls a task every `ms` milliseconds until the returned function is called. Default: a timer that does
   * not keep the process alive.
   */
  every?: ((ms: number, task: () => void) => () => void) | undefined
}

/** A run store in a file of SQLite. */
export interface SqliteStore extends RunStoreV1 {
  /** Closes the file. A later call opens it again. */
  close(): Promise<void>
}

const { optional } = rules

/** How long to wait while other processes lock the file, in milliseconds. */
const busyMs = 10_000

/**
 * Creates a store that keeps the journals of all runs in one file of SQLite, which several processes of a
 * machine can share. Needs `node:sqlite` of Node 22.13 or newer; throws `OPTION_INVALID` without it, and for
 * a file of another program.
 *
 * Each write is a transaction that checks the lease and is synced before it resolves. A process owns a run
 * until it ends or releases it; an owner in another container counts as dead a minute after its last
 * heartbeat. Each record has a checksum, and only `repair` changes damaged ones. Commands are limited to
 * 64 KiB. Other errors of SQLite are `STORE_FAILED`. Progress goes through a file of at most 256 KiB beside
 * the database.
 */
export const sqliteStore = (options: SqliteStoreOptions): SqliteStore => {
  checkOptions('sqliteStore', options, {
    // The runs of a database in memory could not be resumed.
    path: rules.matching(/^(?!:memory:$)[^]/, 'the path of a file'),
    now: optional(rules.function),
    processes: optional(rules.object),
    every: optional(rules.function),
  })
  const sqlite = loadSqlite()
  const { now = Date.now, processes = machineProcesses, every = repeat } = options
  const path = resolve(options.path)
  let database: SqliteDatabase | null = null
  let opening: Promise<unknown> = Promise.resolve()
  const open = (create: boolean): Promise<SqliteDatabase | null> => {
    const result = opening.then(async () => (database ??= await openDatabase(sqlite, path, create)))
    opening = result.catch(() => {})
    return result
  }
  /** Runs a task on the file, again while other processes lock it. Null stands for a file without runs. */
  const use = <Result>(runId: string, create: boolean, task: (database: SqliteDatabase | null) => Result) =>
    orStoreFailed(
      runId,
      async () => {
        for (const end = performance.now() + busyMs; ; await wait(20)) {
          try {
            return task(await open(create))
          } catch (error) {
            if (sqliteCode(error) !== sqliteCodes.busy || performance.now() > end) throw error
          }
        }
      },
      path,
    )
  /** Runs a task on a stored run. */
  const onRun = async <Result>(
    runId: string,
    task: (database: SqliteDatabase, run: StoredRun) => Result,
  ): Promise<Result> => {
    storeParts.checkRunId(runId)
    return use(runId, false, (database) => {
      const run = database === null ? undefined : findRun(database, runId)
      if (database !== null && run !== undefined) return task(database, run)
      throw new AmeliaError('RUN_NOT_FOUND', `Run ${runId} is not in ${path}.`, { runId })
    })
  }
  /** Returns the last owner of a run that is not alive, if it did not release the run. */
  const mustBeFree = (run: StoredRun): LeaseHolder | null => {
    const holder = readHolder(run, processes, now())
    if (holder?.alive) throw runLocked(run.id, holder)
    return holder
  }
  const isLocked = (run: StoredRun): boolean => readHolder(run, processes, now())?.alive ?? false
  return {
    contract: 'run-store-v1',
    async acquire(runId) {
      storeParts.checkRunId(runId)
      const { token, alone } = await use(runId, true, (database) =>
        inTransaction(database!, () => {
          const run = findRun(database!, runId)
          const last = run ? mustBeFree(run) : null
          if (run !== undefined) {
            const stored = readRecords(database!, run)
            if (stored.damaged !== null) throw runDamaged(path, runId, stored)
          }
          const token = (run?.token ?? 0) + 1
          database!
            .prepare(
              `INSERT INTO run (id, updated_at, length, token, holder, beat) VALUES (?1, ?2, 0, ?3, ?4, ?2)
               ON CONFLICT (id) DO UPDATE SET token = ?3, holder = ?4, beat = ?2`,
            )
            .run(runId, now(), token, encodeHolder(processes, now()))
          return { token, alone: last === null || hasEnded(last, processes.self()) }
        }),
      )
      return createSqliteLease({
        runId,
        token,
        alone,
        path,
        now,
        every,
        use: (task) => use(runId, true, (database) => task(database!)),
      })
    },
    load: (runId) =>
      onRun(runId, (database) => {
        // Both reads see one state of the file.
        database.exec('BEGIN')
        try {
          const stored = readRecords(database, findRun(database, runId)!)
          if (stored.damaged !== null) throw runDamaged(path, runId, stored)
          return stored.records
        } finally {
          database.exec('COMMIT')
        }
      }),
    list: () =>
      use('', false, (database) =>
        (database === null ? [] : listRuns(database)).map((run) => ({
          runId: run.id,
          updatedAt: run.updatedAt,
          locked: isLocked(run),
        })),
      ),
    async lockOf(runId) {
      storeParts.checkRunId(runId)
      return use(runId, false, (database) => {
        const run = database === null ? undefined : findRun(database, runId)
        return { locked: run !== undefined && isLocked(run) }
      })
    },
    async send(runId, value) {
      const text = storeParts.encodeSent(value)
      return onRun(runId, (database) =>
        inTransaction(database, () => {
          database.prepare('INSERT INTO command (run, value) VALUES (?, ?)').run(runId, text)
          // Numbered by the file, so that ids sort in the order of the commands, whatever the clocks say.
          const { id } = database
            .prepare(
              `UPDATE command SET id = printf('command-%012d', n) WHERE n = last_insert_rowid() RETURNING id`,
            )
            .get()!
          return String(id)
        }),
      )
    },
    pending: (runId) => onRun(runId, (database) => readSent(database, runId)),
    outcome: (runId, commandId) =>
      onRun(runId, (database) => {
        const sql = 'SELECT outcome FROM command WHERE run = ? AND id = ?'
        const { outcome } = database.prepare(sql).get(runId, commandId) ?? {}
        return typeof outcome === 'string' ? (JSON.parse(outcome) as unknown) : undefined
      }),
    kept: (runId, name) =>
      onRun(runId, (database) => {
        storeParts.checkArtifactName(name)
        const row = database.prepare('SELECT text FROM artifact WHERE run = ? AND name = ?').get(runId, name)
        return row === undefined ? undefined : Buffer.from(row['text'] as Uint8Array).toString()
      }),
    repair: (runId) =>
      onRun(runId, (database) =>
        inTransaction(database, () => {
          const run = findRun(database, runId)!
          mustBeFree(run)
          const stored = readRecords(database, run)
          const kept = stored.records.length
          if (stored.damaged === null) return { kept, lost: 0, movedTo: null }
          if (kept === 0) throw runDamaged(path, runId, stored)
          const at = new Date(now()).toISOString()
          database
            .prepare(
              'INSERT INTO damaged (run, at, seq, value, sum) SELECT run, ?, seq, value, sum FROM record WHERE run = ?',
            )
            .run(at, runId)
          database.prepare('DELETE FROM record WHERE run = ? AND seq > ?').run(runId, kept)
          database
            .prepare(
              'UPDATE run SET length = ?, token = token + 1, holder = NULL, updated_at = ? WHERE id = ?',
            )
            .run(kept, now(), runId)
          return { kept, lost: stored.lost, movedTo: `${path}#damaged/${runId}/${at}` }
        }),
      ),
    ...sqliteProgress(path),
    async close() {
      await opening
      database?.close()
      database = null
    },
  }
}
