import { Socket } from 'node:net'
import { AmeliaError } from '@amelia/core/plugin'
import pg from 'pg'

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>

/** Executes one statement. Values are sent apart from its text. */
export type Query = (text: string, values?: unknown[]) => Promise<{ rows: Row[] }>

/** The part of a connection of node-postgres that the store uses. */
export interface PostgresClient {
  /** Executes one statement. */
  query(text: string, values?: unknown[]): Promise<{ rows: Readonly<Record<string, unknown>>[] }>
  /** Adds a listener. */
  on(event: 'notification' | 'error' | 'end', listener: (value: never) => void): unknown
  /** Returns the connection to its pool; with `true`, closes it. */
  release(destroy?: boolean): void
}

/** The part of `Pool` of node-postgres that the store uses. */
export interface PostgresPool {
  /** Executes one statement on any connection. */
  query(text: string, values?: unknown[]): Promise<{ rows: Readonly<Record<string, unknown>>[] }>
  /** Takes a connection out of the pool until it is released. */
  connect(): Promise<PostgresClient>
  /** Adds a listener for errors of idle connections. */
  on(event: 'error', listener: (error: Error) => void): unknown
  /** Removes a listener. */
  off(event: 'error', listener: (error: Error) => void): unknown
  /** The options of the pool, of which the store reads the number of connections. */
  options?: { max?: number }
}

/** A pool that this store created. */
export interface OwnPool extends PostgresPool {
  end(): Promise<void>
}

/** Whether a text is an address of a database that the client can read. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)

/**
 * Creates a pool for an address such as `postgresql://user@host/database`. Idle connections do not keep the
 * process alive, and a statement without a response fails after 15 s.
 */
export const createPool = (url: string): OwnPool => {
  try {
    const pool = new pg.Pool({
      // The client keeps a connection to which it cannot log in, until the server ends it after a minute.
      stream: () => new Socket().unref(),
      connectionString: url,
      application_name: 'amelia',
      connectionTimeoutMillis: 10_000,
      query_timeout: 15_000,
      keepAlive: true,
      allowExitOnIdle: true,
    })
    return pool.on('connect', keepAlive)
  } catch {
    // The error may contain the password.
    const message = '`database` is not a valid address of a PostgreSQL database. Check its parameters.'
    throw new AmeliaError('OPTION_INVALID', message, { option: 'database' })
  }
}

/** Makes an open connection keep the process alive, until the pool finds it idle. */
const keepAlive = (client: object): void => (client as { ref(): void }).ref()
