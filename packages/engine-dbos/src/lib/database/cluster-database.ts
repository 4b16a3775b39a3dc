import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseFailed } from './database-failed.ts'
import { isTransient } from './is-transient.ts'
import { migrate } from './migrate.ts'
import { quoteIdentifier } from './quote-identifier.ts'

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>

/** The tables of a cluster. */
export interface ClusterDatabase {
  /** The quoted schema of our tables. */
  tables: string
  /** The schema of DBOS's tables. */
  dbosSchema: string
  address: string
  pool: pg.Pool
  /**
   * Executes a statement that may be executed twice, again after a lost connection. Throws `STORE_FAILED`
   * once the time for that is over.
   */
  query(text: string, values?: unknown[]): Promise<Row[]>
  /** Executes a statement without repeating it. */
  once(text: string, values?: unknown[]): Promise<Row[]>
  /** Creates the tables, or updates them to this version. The first statement does so too. */
  prepare(): Promise<void>
  /** Closes all connections. */
  close(): Promise<void>
}

/** The place of a cluster's tables. */
export interface ClusterPlace {
  /** An address such as `postgresql://user@host/database`. */
  database: string
  /** The schema of the tables. DBOS's tables are in the schema of this name with `_dbos` added. */
  schema?: string | undefined
  /** How long a statement is repeated while the database cannot be reached, in milliseconds. */
  retryMs?: number | undefined
}

/** Opens the tables of a cluster. Nothing is connected before the first statement. */
export const openDatabase = ({
  database,
  schema = 'amelia',
  retryMs = 20_000,
}: ClusterPlace): ClusterDatabase => {
  const pool = new pg.Pool({
    connectionString: database,
    application_name: 'amelia-cluster',
    connectionTimeoutMillis: 10_000,
    query_timeout: 15_000,
    keepAlive: true,
    allowExitOnIdle: true,
  })
  // A lost connection shows at the next statement.
  pool.on('error', () => {})
  const dbosSchema = `${schema}_dbos`
  let prepared: Promise<void> | null = null
  const prepare = (): Promise<void> =>
    (prepared ??= migrate({ pool, schema, dbosSchema, address: database }).catch((error: unknown) => {
      prepared = null
      throw error
    }))
  return {
    tables: quoteIdentifier(schema),
    dbosSchema,
    address: database,
    pool,
    prepare,
    async once(text, values) {
      await prepare()
      return (await pool.query<Row>(text, values)).rows
    },
    async query(text, values) {
      const end = performance.now() + retryMs
      for (let pause = 50; ; pause = Math.min(1000, pause * 2)) {
        try {
          await prepare()
          return (await pool.query<Row>(text, values)).rows
        } catch (error) {
          if (!isTransient(error) || performance.now() >= end) throw databaseFailed(error)
          await wait(pause)
        }
      }
    },
    close: () => pool.end(),
  }
}
