import { AmeliaError, type RunLease, storeParts } from '@amelia/core/plugin'
import { sqliteCode, sqliteCodes } from '../rules/sqlite-code.ts'
import { beatMs } from '../rules/run-locked.ts'
import { inTransaction, type SqliteDatabase } from './sqlite-database.ts'
import { checksum, findRun, readSent, type StoredRun } from './stored-run.ts'

export interface SqliteLeaseOptions {
  runId: string
  /** The number of this lease of the run. */
  token: number
  /** See `RunLease`. */
  alone: boolean
  /** The path of the file, for people. */
  path: string
  now: () => number
  every: (ms: number, task: () => void) => () => void
  /** Runs a task on the database, again if other processes lock it, and turns its errors into typed ones. */
  use<Result>(task: (database: SqliteDatabase) => Result): Promise<Result>
}

/**
 * Creates the lease to write a run. Each write checks the token in its own transaction, so that a process
 * that lost the run changes nothing. A record or an outcome that cannot be written ends the lease: its extent
 * is unknown.
 */
export const createSqliteLease = (options: SqliteLeaseOptions): RunLease => {
  const { runId, token, path, now, use } = options
  let usable = true
  const check = (database: SqliteDatabase, otherwise: string): StoredRun => {
    const run = usable ? findRun(database, runId) : undefined
    if (run === undefined || run.token !== token || run.holder === undefined)
      throw storeParts.leaseLost(runId, otherwise)
    return run
  }
  const asOwner = (task: (database: SqliteDatabase, run: StoredRun) => void) => (database: SqliteDatabase) =>
    inTransaction(database, () => task(database, check(database, 'nothing was written')))
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = (task: (database: SqliteDatabase) => void): Promise<void> => {
    const result = queue.then(() => use(task))
    queue = result.catch(() => {})
    return result
  }
  const write = (task: (database: SqliteDatabase, run: StoredRun) => void): Promise<void> =>
    inTurn((database) => {
      try {
        asOwner(task)(database)
      } catch (error) {
        if (!AmeliaError.is(error) && sqliteCode(error) !== sqliteCodes.busy) usable = false
        throw error
      }
    })
  const own = 'WHERE id = ? AND token = ? AND holder IS NOT NULL'
  // A late or lost heartbeat is found by the next write.
  const beat = (): Promise<void> =>
    use((database) => void database.prepare(`UPDATE run SET beat = ? ${own}`).run(now(), runId, token))
  const stop = options.every(beatMs, () => void beat().catch(() => {}))
  return {
    runId,
    token: String(token),
    ...(options.alone && { alone: true }),
    check: () => use((database) => void check(database, 'nothing was changed')),
    async append(records) {
      // Encoded now, because the caller may change the values later.
      const rows = records.map(({ seq, value }) => ({ seq, value: JSON.stringify(value ?? null) }))
      return write((database, { length }) => {
        if (rows.some(({ seq }, index) => seq !== length + index + 1)) {
          const message = `Records of the run ${runId} must continue at ${length + 1}: nothing was written.`
          throw new AmeliaError('INTERNAL', message, { where: 'sqlite-store' })
        }
        if (rows.length === 0) return
        const insert = database.prepare('INSERT INTO record (run, seq, value, sum) VALUES (?, ?, ?, ?)')
        for (const { seq, value } of rows) insert.run(runId, seq, value, checksum(runId, seq, value))
        database
          .prepare('UPDATE run SET length = ?, updated_at = ? WHERE id = ?')
          .run(length + rows.length, now(), runId)
      })
    },
    sent: () => use((database) => readSent(database, runId)),
    async acknowledge(commandId, outcome) {
      const text = JSON.stringify(outcome ?? null)
      return write((database) => {
        database
          .prepare('UPDATE command SET outcome = ? WHERE run = ? AND id = ? AND outcome IS NULL')
          .run(text, runId, commandId)
      })
    },
    async keep(name, text) {
      storeParts.checkArtifactName(name)
      // Bytes: a text of SQLite ends at its first NUL.
      const bytes = Buffer.from(text)
      await inTurn(
        asOwner((database) => {
          database
            .prepare('INSERT OR REPLACE INTO artifact (run, name, text) VALUES (?, ?, ?)')
            .run(runId, name, bytes)
        }),
      )
      return `${path}#${runId}/${name}`
    },
    async discard(name) {
      storeParts.checkArtifactName(name)
      await inTurn(
        asOwner((database) => {
          database.prepare('DELETE FROM artifact WHERE run = ? AND name = ?').run(runId, name)
        }),
      )
    },
    async remove() {
      await inTurn(
        asOwner((database) => {
          for (const table of ['record', 'damaged', 'command', 'artifact'])
            database.prepare(`DELETE FROM ${table} WHERE run = ?`).run(runId)
          database.prepare('DELETE FROM run WHERE id = ?').run(runId)
        }),
      )
      stop()
      usable = false
    },
    release: () =>
      inTurn((database) => {
        stop()
        usable = false
        database.prepare(`UPDATE run SET holder = NULL ${own}`).run(runId, token)
      }),
  }
}
