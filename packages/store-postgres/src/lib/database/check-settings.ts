import { AmeliaError } from '@amelia/core/plugin'
import type { Query } from './postgres-pool.ts'
import { quoteIdentifier } from './quote-identifier.ts'

const lowestVersion = 130_000

/** True in SQL if a commit on this connection is on the medium before it is confirmed. */
export const isDurable =
  "(current_setting('synchronous_commit') <> 'off' AND current_setting('fsync') = 'on')"

/**
 * Throws `OPTION_INVALID` for a database that confirms commits before they are stored, has another encoding
 * than UTF-8, or is older than PostgreSQL 13.
 */
export const checkSettings = async (query: Query): Promise<void> => {
  const { rows } = await query(
    `SELECT current_database() AS database, current_setting('synchronous_commit') AS commit,
       current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
       current_setting('server_version') AS version, current_setting('server_version_num') AS number`,
  )
  const problem = findProblem(rows[0] as unknown as Settings)
  if (problem !== null) throw new AmeliaError('OPTION_INVALID', problem, { option: 'database' })
}

/** Settings of a database, as texts. */
export interface Settings {
  database: string
  commit: string
  fsync: string
  encoding: string
  version: string
  number: string
}

/** Returns the reason against keeping runs in a database with these settings; null if there is none. */
export const findProblem = ({
  database,
  commit,
  fsync,
  encoding,
  version,
  number,
}: Settings): string | null => {
  const name = quoteIdentifier(database)
  const lossy = 'so a crash could lose records that were reported as stored'
  if (Number(number) < lowestVersion)
    return `The database ${name} is of PostgreSQL ${version}, and runs need version 13 or newer. Update it.`
  if (encoding !== 'UTF8')
    return `The database ${name} has the encoding ${encoding}, and runs need UTF8. Create another database: CREATE DATABASE amelia ENCODING 'UTF8' TEMPLATE template0.`
  if (fsync !== 'on')
    return `The database ${name} has fsync = ${fsync}, ${lossy}. Set fsync = on in postgresql.conf, and restart PostgreSQL.`
  if (commit === 'off')
    return `The database ${name} has synchronous_commit = off, ${lossy}. Turn it on for this database: ALTER DATABASE ${name} SET synchronous_commit = on. A setting of the user or of the connection takes precedence over it.`
  return null
}
