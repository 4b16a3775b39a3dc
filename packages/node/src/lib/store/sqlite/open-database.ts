import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { isMissing } from '../../file/is-missing.ts'
import { sqliteCode, sqliteCodes } from '../rules/sqlite-code.ts'
import { inTransaction, type Sqlite, type SqliteDatabase } from './sqlite-database.ts'

/** Marks a file as a run store: "AmSt" in ASCII, in the header of the file. */
const applicationId = 0x416d5374
/** The version of the tables. Files of a newer version are refused. */
const format = 1

const tables = `
  CREATE TABLE run (
    id TEXT PRIMARY KEY, updated_at INTEGER NOT NULL, length INTEGER NOT NULL,
    token INTEGER NOT NULL, holder TEXT, beat INTEGER NOT NULL
  );
  CREATE TABLE record (
    run TEXT NOT NULL, seq INTEGER NOT NULL, value TEXT NOT NULL, sum TEXT NOT NULL,
    PRIMARY KEY (run, seq)
  ) WITHOUT ROWID;
  CREATE TABLE damaged (
    run TEXT NOT NULL, at TEXT NOT NULL, seq INTEGER NOT NULL, value TEXT NOT NULL, sum TEXT NOT NULL
  );
  CREATE TABLE command (
    n INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, id TEXT, value TEXT NOT NULL, outcome TEXT,
    UNIQUE (run, id)
  );
  CREATE INDEX open_command ON command (run, n) WHERE outcome IS NULL;
  CREATE TABLE artifact (
    run TEXT NOT NULL, name TEXT NOT NULL, text BLOB NOT NULL, PRIMARY KEY (run, name)
  );
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${format};
`

/**
 * Opens the file of a run store. Without `create`, returns null if it does not exist; with it, creates the
 * file and its folder, readable by this user only.
 *
 * Throws `OPTION_INVALID` for a file that is not a run store, or is of a newer version.
 */
export const openDatabase = async (
  sqlite: Sqlite,
  path: string,
  create: boolean,
): Promise<SqliteDatabase | null> => {
  if (create) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // SQLite gives its other files the permissions of this one.
    await (await open(path, 'a', 0o600)).close()
  } else if (!(await exists(path))) return null
  const database = new sqlite.DatabaseSync(path)
  try {
    // Blocks this thread, so longer waits are the caller's.
    database.exec('PRAGMA busy_timeout = 250')
    if (isEmpty(database, path) && !create) {
      database.close()
      return null
    }
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() ?? {}
    if (mode !== 'wal')
      throw new Error(`its file system does not support a write-ahead log, but ${String(mode)}`)
    // FULL: a commit is on the medium before it returns. The other two do this on macOS.
    database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1')
    if (isEmpty(database, path)) {
      inTransaction(database, () => {
        // Another process may have been first.
        if (isEmpty(database, path)) database.exec(tables)
      })
    }
    return database
  } catch (error) {
    database.close()
    if (sqliteCode(error) === sqliteCodes.notDatabase) throw foreign(path, 'it is not an SQLite file')
    throw error
  }
}

/** Whether the file has no tables yet. Throws if it has those of another program. */
const isEmpty = (database: SqliteDatabase, path: string): boolean => {
  const read = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0]
  const owner = read('PRAGMA application_id')
  const version = read('PRAGMA user_version')
  if (owner === applicationId) {
    if (version === format) return false
    throw foreign(path, `its format is ${String(version)}, and this version of Amelia reads format ${format}`)
  }
  if (owner === 0 && version === 0 && read('SELECT count(*) FROM sqlite_schema') === 0) return true
  throw foreign(path, 'another program wrote it')
}

const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const foreign = (path: string, why: string): AmeliaError =>
  new AmeliaError(
    'OPTION_INVALID',
    `${path} is not a run store of this version: ${why}. Choose another path.`,
    {
      option: 'path',
    },
  )
