import { isDurable } from '../database/check-settings.ts'
import { quoteIdentifier } from '../database/quote-identifier.ts'

/** A time in SQL, this many milliseconds after now on the clock of the database. */
const later = (ms: string): string => `clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`

const milliseconds = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::float8`

/**
 * The statements on the tables of a schema. Each is one transaction: it locks the row of the run first, and
 * compares it after it has the lock. So a write and a take-over exclude each other.
 *
 * Numbers are read as `integer`, `float8` or text, whose form in JavaScript no setting of the client changes.
 */
export const createStatements = (schema: string) => {
  const tables = quoteIdentifier(schema)
  /** Renews the lease if it is the caller's: `$1` is the run, `$2` the token, `$3` the time in ms. */
  const own = (condition = 'true', set = ''): string => `
    own AS (
      UPDATE ${tables}.run SET ${set} expires = ${later('$3')}
      WHERE id = $1 AND token = $2::bigint AND holder IS NOT NULL AND ${isDurable} AND ${condition}
      RETURNING id
    )`
  const isOwned = 'SELECT count(*)::integer AS owned FROM own'
  return {
    /**
     * Takes a run that is free, whose lease has expired, or that the same call has taken. The number of the
     * lease is drawn under the lock, so that a later lease has a higher one.
     */
    acquire: `
      INSERT INTO ${tables}.run AS r (id, token, holder, owner, expires)
      VALUES ($1, nextval('${tables.replaceAll("'", "''")}.lease_token'), $2, $3, ${later('$4')})
      ON CONFLICT (id) DO UPDATE SET
        token = CASE WHEN r.holder = excluded.holder THEN r.token
          ELSE nextval('${tables.replaceAll("'", "''")}.lease_token') END,
        holder = excluded.holder, owner = excluded.owner, since = clock_timestamp(), expires = ${later('$4')}
      WHERE r.holder IS NULL OR r.holder = excluded.holder OR r.expires <= clock_timestamp()
      RETURNING token::text AS token`,
    /** The row of a run, with the state of its lease. */
    find: `
      SELECT token::text AS token, length, owner, holder::text AS holder,
        ${milliseconds('since')} AS since,
        (holder IS NOT NULL AND expires > clock_timestamp()) AS locked,
        ${milliseconds('(expires - clock_timestamp())')} AS left, ${isDurable} AS durable
      FROM ${tables}.run WHERE id = $1`,
    renew: `WITH ${own()} ${isOwned}`,
    release: `UPDATE ${tables}.run SET holder = NULL WHERE id = $1 AND token = $2::bigint`,
    /** Appends the values `$5` with the checksums `$6` after record `$4`. */
    append: `
      WITH ${own('length = $4::integer', 'length = length + cardinality($5::text[]), updated_at = clock_timestamp(),')},
      added AS (
        INSERT INTO ${tables}.record (run, seq, token, value, sum)
        SELECT $1, $4::integer + n, $2::bigint, value, sum
        FROM own, unnest($5::text[], $6::text[]) WITH ORDINALITY AS new (value, sum, n)
      )
      ${isOwned}`,
    /** Counts the records after `$3` that the lease has written with these checksums. */
    countWritten: `
      SELECT count(*)::integer AS written
      FROM ${tables}.record JOIN unnest($4::text[]) WITH ORDINALITY AS new (sum, n)
        ON record.seq = $3::integer + n AND record.sum = new.sum
      WHERE record.run = $1 AND record.token = $2::bigint`,
    acknowledge: `
      WITH ${own()},
      acknowledged AS (
        UPDATE ${tables}.command SET outcome = $5 FROM own
        WHERE command.run = own.id AND command.id = $4 AND outcome IS NULL
      )
      ${isOwned}`,
    keep: `
      WITH ${own()},
      kept AS (
        INSERT INTO ${tables}.artifact (run, name, text) SELECT id, $4, $5::bytea FROM own
        ON CONFLICT (run, name) DO UPDATE SET text = excluded.text
      )
      ${isOwned}`,
    /** Keeps a text without a lease. */
    keepFor: `
      INSERT INTO ${tables}.artifact (run, name, text) SELECT id, $2, $3::bytea FROM ${tables}.run WHERE id = $1
      ON CONFLICT (run, name) DO UPDATE SET text = excluded.text
      RETURNING 1 AS kept`,
    discard: `
      WITH ${own()},
      discarded AS (DELETE FROM ${tables}.artifact USING own WHERE run = own.id AND name = $4)
      ${isOwned}`,
    /** Deletes the run with all its rows. */
    remove: `
      DELETE FROM ${tables}.run WHERE id = $1 AND token = $2::bigint AND holder IS NOT NULL
      RETURNING 1 AS removed`,
    list: `
      SELECT id, ${milliseconds('updated_at')} AS "updatedAt",
        (holder IS NOT NULL AND expires > clock_timestamp()) AS locked
      FROM ${tables}.run ORDER BY updated_at DESC, token DESC`,
    /** The bytes of the texts of each run. */
    measure: `
      SELECT run, coalesce(sum(bytes) FILTER (WHERE spoken), 0)::float8 AS transcripts,
        coalesce(sum(bytes) FILTER (WHERE NOT spoken), 0)::float8 AS journal
      FROM (
        SELECT run, pg_column_size(value) AS bytes, false AS spoken FROM ${tables}.record
        UNION ALL SELECT run, pg_column_size(value), false FROM ${tables}.damaged
        UNION ALL
        SELECT run, pg_column_size(value) + coalesce(pg_column_size(outcome), 0), false FROM ${tables}.command
        UNION ALL SELECT run, pg_column_size(text), starts_with(name, 'transcripts/') FROM ${tables}.artifact
      ) AS kept GROUP BY run`,
    /** The length of the run, and its records after `$2`; one row without a record if there are none. */
    read: `
      SELECT length, seq, record.token::text AS token, value, sum
      FROM ${tables}.run LEFT JOIN ${tables}.record ON record.run = run.id AND seq > $2::integer
      WHERE run.id = $1 ORDER BY seq`,
    /** Stores a command once, however often it is sent with the key `$2`. */
    send: `
      WITH number AS (SELECT nextval('${tables.replaceAll("'", "''")}.command_number') AS n)
      INSERT INTO ${tables}.command AS o (n, run, id, key, value)
      SELECT number.n, run.id, 'command-' || lpad(number.n::text, 12, '0'), $2, $3
      FROM number, ${tables}.run WHERE run.id = $1
      ON CONFLICT (key) DO UPDATE SET key = excluded.key
      RETURNING id`,
    pending: `
      SELECT id, value FROM ${tables}.command WHERE run = $1 AND outcome IS NULL ORDER BY n LIMIT 100`,
    outcome: `SELECT outcome FROM ${tables}.command WHERE run = $1 AND id = $2`,
    kept: `SELECT text FROM ${tables}.artifact WHERE run = $1 AND name = $2`,
    /** Moves the records after `$3` away from the run, and releases its lease. */
    repair: `
      WITH cut AS (
        UPDATE ${tables}.run SET length = $3::integer, holder = NULL, updated_at = clock_timestamp()
        WHERE id = $1 AND token = $2::bigint AND holder IS NOT NULL
        RETURNING id, updated_at
      ),
      copied AS (
        INSERT INTO ${tables}.damaged (run, at, seq, token, value, sum)
        SELECT run, cut.updated_at, seq, record.token, value, sum
        FROM ${tables}.record JOIN cut ON cut.id = record.run
      ),
      removed AS (DELETE FROM ${tables}.record USING cut WHERE run = cut.id AND seq > $3::integer)
      SELECT 1 AS cut FROM cut`,
  } as const
}

/** The statements of a store. */
export type Statements = ReturnType<typeof createStatements>
