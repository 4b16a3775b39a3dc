import { hash } from 'node:crypto'
import type { Processes, ProcessIdentity } from '@amelia/agent-process'
import { AmeliaError, type JournalRecord, type SentCommand, storeParts } from '@amelia/core/plugin'
import { type LeaseHolder, staleMs } from '../rules/run-locked.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

/** The row of a run. */
export interface StoredRun {
  id: string
  updatedAt: number
  /** The number of its records. */
  length: number
  /** The token of its last lease. */
  token: number
  /** Undefined if it is free. */
  holder: string | undefined
  beat: number
}

const columns = 'SELECT id, updated_at AS updatedAt, length, token, holder, beat FROM run'

/** Reads the row of a run; undefined if it is not stored. */
export const findRun = (database: SqliteDatabase, runId: string): StoredRun | undefined => {
  const row = database.prepare(`${columns} WHERE id = ?`).get(runId)
  return row === undefined ? undefined : readRow(row as unknown as StoredRun)
}

/** Reads the rows of all runs, newest write first. */
export const listRuns = (database: SqliteDatabase): StoredRun[] =>
  (database.prepare(`${columns} ORDER BY updated_at DESC, rowid DESC`).all() as unknown as StoredRun[]).map(
    readRow,
  )

const readRow = (row: StoredRun): StoredRun => ({ ...row, holder: row.holder ?? undefined })

/** Encodes the owner of a run. */
export const encodeHolder = (processes: Processes, since: number): string =>
  JSON.stringify({ ...processes.self(), since })

/** Returns the owner of a run; null if it is free. */
export const readHolder = (run: StoredRun, processes: Processes, now: number): LeaseHolder | null => {
  if (run.holder === undefined) return null
  const { since, ...identity } = parse(run.holder)
  const known = typeof identity.pid === 'number'
  const found = known ? processes.isAlive(identity) : undefined
  return {
    process: known ? identity : null,
    since: since ?? run.beat,
    beat: run.beat,
    asked: found !== undefined,
    alive: found ?? now - run.beat < staleMs,
  }
}

const parse = (text: string): ProcessIdentity & { since?: number } => {
  try {
    return JSON.parse(text) as ProcessIdentity & { since: number }
  } catch {
    return {} as ProcessIdentity
  }
}

/** The records of a run before the first damage. `damaged` is the number of the first damaged record. */
export interface StoredRecords {
  records: JournalRecord[]
  damaged: number | null
  /** The number of records that are not in `records`. */
  lost: number
}

/** Reads the records of a run, and checks their numbers and checksums. */
export const readRecords = (database: SqliteDatabase, run: StoredRun): StoredRecords => {
  const rows = database
    .prepare('SELECT seq, value, sum FROM record WHERE run = ? ORDER BY seq')
    .all(run.id) as unknown as { seq: number; value: string; sum: string }[]
  const wrong = rows.findIndex(
    ({ seq, value, sum }, index) =>
      index >= run.length || seq !== index + 1 || sum !== checksum(run.id, seq, value),
  )
  const whole = wrong === -1 ? rows : rows.slice(0, wrong)
  const records = whole.map(({ seq, value }) => ({ seq, value: JSON.parse(value) as unknown }))
  const lost = Math.max(run.length, rows.length) - whole.length
  return { records, damaged: lost === 0 ? null : whole.length + 1, lost }
}

/** The checksum of a record. SQLite itself stores none. */
export const checksum = (runId: string, seq: number, value: string): string =>
  hash('sha256', `${runId}\n${seq}\n${value}`, 'hex').slice(0, 16)

/** Creates the error for a run with a damaged record. */
export const runDamaged = (path: string, runId: string, { records, damaged }: StoredRecords): AmeliaError => {
  const rest = storeParts.describeReadable(
    records.length,
    'Restore the file',
    `call repair('${runId}') of the store to continue from there. That keeps a copy of the damaged records`,
  )
  const message = `Record ${damaged} of the run ${runId} in ${path} is damaged. ${rest}`
  return new AmeliaError('RUN_DAMAGED', message, { runId, line: damaged ?? 0 })
}

/** The most commands to read in one call. */
const atOnce = 100

/** Reads the oldest commands without an outcome. */
export const readSent = (database: SqliteDatabase, runId: string): SentCommand[] =>
  (
    database
      .prepare('SELECT id, value FROM command WHERE run = ? AND outcome IS NULL ORDER BY n LIMIT ?')
      .all(runId, atOnce) as unknown as { id: string; value: string }[]
  ).map(({ id, value }) => ({ id, value: parseValue(value) }))

const parseValue = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
