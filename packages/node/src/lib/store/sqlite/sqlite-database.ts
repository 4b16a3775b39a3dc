import { AmeliaError } from '@amelia/core/plugin'

type Value = string | number | Uint8Array | null
/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>

/** The part of `DatabaseSync` of `node:sqlite` that the store uses. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): {
    get(...values: Value[]): Row | undefined
    all(...values: Value[]): Row[]
    run(...values: Value[]): unknown
  }
  close(): void
}

/** `node:sqlite`, as far as the store uses it. */
export interface Sqlite {
  DatabaseSync: new (path: string) => SqliteDatabase
}

/**
 * Loads SQLite from the runtime. Throws `OPTION_INVALID` where there is none.
 *
 * `load`: returns a built-in module; undefined if the runtime lacks it. Default: that of this process.
 */
export const loadSqlite = (load = builtin): Sqlite => {
  const found = load('node:sqlite')
  if (found !== undefined) return found as Sqlite
  const message = `sqliteStore needs the module node:sqlite of Node 22.13 or newer; this is ${process.version}. Update Node, or use fileStore.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'store' })
}

// An import would be loaded with the package, and bundlers remove the prefix, without which the name is
// unknown.
const builtin = (name: string): object | undefined => process.getBuiltinModule(name)

/** Runs a task as one transaction that excludes other writers. An error reverts it. */
export const inTransaction = <Result>(database: SqliteDatabase, task: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = task()
    database.exec('COMMIT')
    return result
  } catch (error) {
    try {
      database.exec('ROLLBACK')
    } catch {
      // SQLite has reverted it already.
    }
    throw error
  }
}
