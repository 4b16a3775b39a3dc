import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isTransient, quoteIdentifier } from '@amelia/store-postgres'
import { databaseFailed, isAnswer } from './database-failed.ts'
import { migrate } from './migrate.ts'

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
  /**
   * Creates the tables, or updates them to this version, again after a lost connection. The first statement
   * does so too.
   */
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
  /**
   * How long a statement is repeated while the database cannot be reached, in milliseconds. Until it was used
   * once, that is at most 20 s while a server answers, and 5 s while none does. Default: 20,000.
   */
  retryMs?: number | undefined
}

/** Opens the tables of a cluster. Nothing is connected before the first statement. */
export const openDatabase = ({
  database,
  schema = 'amelia',
  retryMs = answerMs,
}: ClusterPlace): ClusterDatabase => {
  const pool = new pg.Pool({
    connectionString: database,
    // The client keeps a connection to which it cannot log in, until the server ends it after a minute.
    stream: () => new Socket().unref(),
    application_name: 'amelia-cluster',
    connectionTimeoutMillis: 10_000,
    query_timeout: 15_000,
    keepAlive: true,
    allowExitOnIdle: true,
  })
  pool.on('connect', (client: object) => (client as { ref(): void }).ref())
  // A lost connection shows at the next statement.
  pool.on('error', () => {})
  const dbosSchema = `${schema}_dbos`
  let prepared: Promise<void> | null = null
  const prepareOnce = (): Promise<void> =>
    (prepared ??= migrate({ pool, schema, dbosSchema, address: database }).catch((error: unknown) => {
      prepared = null
      throw error
    }))
  let isReached = false
  /** Performs a task, again after a lost connection. */
  const repeat = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    const since = performance.now()
    for (let pause = 50; ; pause = Math.min(1000, pause * 2)) {
      try {
        const result = await task()
        isReached = true
        return result
      } catch (error) {
        const mostMs = isReached ? retryMs : Math.min(retryMs, isAnswer(error) ? answerMs : connectMs)
        if (!isTransient(error) || performance.now() >= since + mostMs)
          throw databaseFailed(error, { isReached })
        await wait(pause)
      }
    }
  }
  const once = async (text: string, values?: unknown[]): Promise<Row[]> => {
    await prepareOnce()
    return (await pool.query<Row>(text, values)).rows
  }
  return {
    tables: quoteIdentifier(schema),
    dbosSchema,
    address: database,
    pool,
    once,
    prepare: () => repeat(prepareOnce),
    query: (text, values) => repeat(() => once(text, values)),
    close: () => pool.end(),
  }
}

/** How long to repeat while an unused server answers, such as one that starts, in milliseconds. */
const answerMs = 20_000
/** How long to repeat while nothing answers at an address that was never used, in milliseconds. */
const connectMs = 5_000
