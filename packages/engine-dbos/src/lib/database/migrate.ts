import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AmeliaError } from '@amelia/core/plugin'
import { ensureSystemDatabase, verifySystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database'
import type pg from 'pg'
import { quoteIdentifier } from '@amelia/store-postgres'
import { dbosLogger } from './dbos-logger.ts'
import { migrations } from './migrations.ts'

export interface MigrateOptions {
  pool: pg.Pool
  schema: string
  dbosSchema: string
  address: string
}

/**
 * Creates our tables and those of DBOS, or updates them to this version. Other processes that do the same
 * wait for it. Executes no DDL if they are up to date.
 *
 * Throws `OPTION_INVALID` for tables of a newer version, and if the user may not create them.
 */
export const migrate = async (options: MigrateOptions): Promise<void> => {
  const { pool, schema } = options
  const client = await pool.connect()
  // A lost connection shows at the next statement. Without a listener it would end the process.
  client.on('error', () => {})
  let ended = false
  try {
    if (!(await isCurrent(client, options))) {
      // DBOS updates its tables on its own connection, and in its own transactions. It builds indexes, which
      // wait for all statements that run, so nobody may wait for the lock in one.
      while (!(await takeLock(client, schema))) await wait(100)
      await client.query('BEGIN')
      await upgrade(client, schema)
      await client.query('COMMIT')
      await ensureSystemDatabase(options.address, dbosLogger, pool, options.dbosSchema, false)
      await client.query('SELECT pg_advisory_unlock($1::bigint)', [lockOf(schema)])
    }
    ended = true
  } catch (error) {
    throw refused(error, schema)
  } finally {
    // A connection with an open transaction is closed, which reverts it.
    client.release(!ended)
  }
}

const isCurrent = async (
  client: pg.PoolClient,
  { pool, schema, dbosSchema, address }: MigrateOptions,
): Promise<boolean> => {
  if ((await readVersion(client, schema)) !== migrations.length) return false
  return verifySystemDatabase(address, dbosLogger, pool, dbosSchema, false).then(
    () => true,
    () => false,
  )
}

const upgrade = async (client: pg.PoolClient, schema: string): Promise<void> => {
  const quoted = quoteIdentifier(schema)
  const version = await readVersion(client, schema)
  // Creating an existing schema needs a right that users of it may lack.
  const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])
  if (rows.length === 0) await createSchema(client, quoted)
  if (version === 0)
    await client.query(
      `CREATE TABLE ${quoted}.cluster_migration (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())`,
    )
  for (let next = version; next < migrations.length; next += 1) {
    await client.query(migrations[next]!(quoted))
    await client.query(`INSERT INTO ${quoted}.cluster_migration (version) VALUES ($1)`, [next + 1])
  }
}

/** Creates the schema, unless the store of runs creates it at the same time: it has another lock. */
const createSchema = async (client: pg.PoolClient, quoted: string): Promise<void> => {
  await client.query('SAVEPOINT before_schema')
  try {
    await client.query(`CREATE SCHEMA ${quoted}`)
  } catch (error) {
    if (!/^(?:42P06|23505)$/.test(String((error as { code?: unknown }).code))) throw error
    await client.query('ROLLBACK TO before_schema')
  }
}

/** Returns the version of the tables; 0 if there are none. Throws if it is newer than this program's. */
const readVersion = async (client: pg.PoolClient, schema: string): Promise<number> => {
  const found = await client.query(
    "SELECT 1 FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = $1 AND c.relname = 'cluster_migration'",
    [schema],
  )
  if (found.rows.length === 0) return 0
  const { rows } = await client.query<{ version: number }>(
    `SELECT coalesce(max(version), 0)::integer AS version FROM ${quoteIdentifier(schema)}.cluster_migration`,
  )
  const { version } = rows[0]!
  if (version <= migrations.length) return version
  throw invalid(
    `The cluster's tables in the schema ${quoteIdentifier(schema)} have version ${version}, and this version of @amelia/engine-dbos reads version ${migrations.length}. Update @amelia/engine-dbos.`,
  )
}

/** Returns the typed error for a failure whose cause is known; another error itself. */
const refused = (error: unknown, schema: string): unknown => {
  const quoted = quoteIdentifier(schema)
  switch ((error as { code?: unknown }).code) {
    case '42P07':
      return invalid(
        `The schema ${quoted} contains tables of another program. Choose another \`schema\`.`,
        error,
      )
    case '42501':
      return invalid(
        `The database user may not create or read the cluster's tables in the schema ${quoted}: ${(error as Error).message}. Grant the rights in docs/use/cluster.md, or start a coordinator once as a user with the right to create schemas.`,
        error,
      )
    default:
      return error
  }
}

const takeLock = async (client: pg.PoolClient, schema: string): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock($1::bigint) AS taken',
    [lockOf(schema)],
  )
  return rows[0]!.taken
}

/** The number of the lock that excludes other updates of the cluster's tables. */
const lockOf = (schema: string): string =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', `amelia-cluster:${schema}`, 'hex').slice(0, 16)}`)).toString()

const invalid = (message: string, cause?: unknown): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'schema' }, { cause })
