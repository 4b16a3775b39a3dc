import { rules, type RulesOf, type RunStoreV1 } from '@amelia/core/plugin'
import { isDatabaseUrl, type PostgresPool } from './database/postgres-pool.ts'

/** Options of `postgresStore`. */
export interface PostgresStoreOptions {
  /**
   * An address such as `postgresql://user@host/database`, or a pool of node-postgres. The store never ends a
   * pool that it was given. One connection of the pool is in use while somebody follows a run.
   */
  database: string | PostgresPool
  /** The schema of the tables, of 63 bytes at most. It is created if it is missing. Default: `amelia`. */
  schema?: string | undefined
  /**
   * The time in milliseconds after which another process may take a run whose owner has died, at least 1000.
   * The owner renews its lease six times in it. Default: 30,000.
   */
  leaseMs?: number | undefined
  /** The interval in milliseconds in which followers read without a message. Default: 2,000. */
  pollMs?: number | undefined
  /**
   * How long a call is repeated while the database cannot be reached, in milliseconds. Until it was used
   * once, that is at most 20 s while a server answers, and 5 s while none does. Default: 20,000, which is
   * shorter than the lease.
   */
  retryMs?: number | undefined
  /** Called with the error once in each outage, when the database has not answered for a second. */
  onUnreachable?: ((error: unknown) => void) | undefined
}

/** The bytes that the tables keep for a run, as PostgreSQL compresses them. */
export interface StoredSize {
  /** The transcripts of its sessions. */
  transcripts: number
  /** Its journal, with answers, outputs of commands and damaged records. */
  journal: number
}

/** A run store in PostgreSQL. */
export interface PostgresStore extends RunStoreV1 {
  /**
   * Checks the settings of the database, and creates or updates the tables. The first call of another method
   * does this too: a person with more rights can do it before.
   *
   * Throws `OPTION_INVALID` for a database that cannot keep runs, `STORE_FAILED` if it cannot be reached.
   */
  migrate(): Promise<void>
  /** Measures what the tables keep for each run, by run id. Throws `STORE_FAILED`. */
  measure(): Promise<Map<string, StoredSize>>
  /**
   * Ends those who follow a run, and closes the connections of the store. Leases are not released. A given
   * pool stays open.
   */
  close(): Promise<void>
}

/** The rules of the options. */
export const postgresStoreRules: RulesOf<PostgresStoreOptions> = {
  database: {
    expected: 'an address such as postgresql://user@host/database, or a pool of node-postgres',
    is: (value) =>
      typeof value === 'string'
        ? isDatabaseUrl(value)
        : typeof (value as Partial<PostgresPool> | null | undefined)?.connect === 'function',
    // It may contain a password.
    secret: true,
  },
  schema: rules.optional({
    expected: 'the name of a schema, of 1 to 63 bytes and not beginning with pg_',
    is: (value) =>
      typeof value === 'string' && /^(?!pg_)[^\0]+$/.test(value) && Buffer.byteLength(value) <= 63,
  }),
  leaseMs: rules.optional({
    expected: 'a number of milliseconds from 1000 to 3,600,000',
    is: (value) => typeof value === 'number' && value >= 1000 && value <= 3_600_000,
  }),
  pollMs: rules.optional(rules.count),
  retryMs: rules.optional(rules.amount),
  onUnreachable: rules.optional(rules.function),
}
