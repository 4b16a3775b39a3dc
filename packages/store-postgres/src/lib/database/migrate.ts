import { hash } from 'node:crypto'
import { AmeliaError } from '@amelia/core/plugin'
import { migrations } from './migrations.ts'
import type { PostgresPool, Query } from './postgres-pool.ts'
import { quoteIdentifier } from './quote-identifier.ts'

/**
 * Creates the tables in a schema, or updates them to this version, in one transaction. Other processes that
 * do the same wait for it. Executes no DDL if they are up to date.
 *
 * Throws `OPTION_INVALID` for tables of a newer version or of another program, and if the user may not create
 * them.
 */
export const migrate = async (pool: PostgresPool, schema: string): Promise<void> => {
  const client = await pool.connect()
  // A lost connection shows at the next statement. Without a listener it would end the process.
  client.on('error', () => {})
  let ended = false
  try {
    const query: Query = (text, values) => client.query(text, values)
    if ((await readVersion(query, schema)) !== migrations.length) {
      await query('BEGIN')
      await query('SELECT pg_advisory_xact_lock($1::bigint)', [lockOf(schema)])
      await upgrade(query, schema)
      await query('COMMIT')
    }
    ended = true
  } catch (error) {
    throw refused(error, schema)
  } finally {
    // A connection with an open transaction is closed, which reverts it.
    client.release(!ended)
  }
}

const upgrade = async (query: Query, schema: string): Promise<void> => {
  const quoted = quoteIdentifier(schema)
  const version = await readVersion(query, schema)
  // Creating an existing schema needs a right that users of it may lack.
  const { rows } = await query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])
  if (rows.length === 0) await createSchema(query, quoted)
  if (version === 0)
    await query(
      `CREATE TABLE ${quoted}.migration (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())`,
    )
  for (let next = version; next < migrations.length; next += 1) {
    await query(migrations[next]!(quoted))
    await query(`INSERT INTO ${quoted}.migration (version) VALUES ($1)`, [next + 1])
  }
}

/** Creates the schema, unless the tables of workers are being created in it: they have another lock. */
const createSchema = async (query: Query, quoted: string): Promise<void> => {
  await query('SAVEPOINT before_schema')
  try {
    await query(`CREATE SCHEMA ${quoted}`)
  } catch (error) {
    if (!/^(?:42P06|23505)$/.test(String((error as { code?: unknown }).code))) throw error
    await query('ROLLBACK TO before_schema')
  }
}

/** Returns the version of the tables; 0 if there are none. Throws if it is newer than this program's. */
const readVersion = async (query: Query, schema: string): Promise<number> => {
  const found = await query(
    "SELECT 1 FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = $1 AND c.relname = 'migration'",
    [schema],
  )
  if (found.rows.length === 0) return 0
  const { rows } = await query(
    `SELECT coalesce(max(version), 0)::integer AS version FROM ${quoteIdentifier(schema)}.migration`,
  )
  const version = Number(rows[0]!['version'])
  if (version <= migrations.length) return version
  throw invalid(
    `The tables in the schema ${quoteIdentifier(schema)} have version ${version}, and this version of @amelia/store-postgres reads version ${migrations.length}. Update @amelia/store-postgres.`,
  )
}

/** Returns the typed error for a failure whose cause is known; another error itself. */
const refused = (error: unknown, schema: string): unknown => {
  const quoted = quoteIdentifier(schema)
  switch ((error as { code?: unknown }).code) {
    // A table, a column or a sequence of the same name.
    case '42P07':
    case '42703':
      return invalid(
        `The schema ${quoted} contains tables of another program. Choose another \`schema\`.`,
        error,
      )
    case '42501':
      return invalid(
        `The database user may not create or read the tables in the schema ${quoted}: ${(error as Error).message}. Grant the rights in docs/use/postgres.md, or call migrate() once as a user with the right to create schemas.`,
        error,
      )
    default:
      return error
  }
}

/** The number of the lock that excludes other updates of a schema. */
const lockOf = (schema: string): string =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', `amelia:${schema}`, 'hex').slice(0, 16)}`)).toString()

const invalid = (message: string, cause?: unknown): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'schema' }, { cause })
