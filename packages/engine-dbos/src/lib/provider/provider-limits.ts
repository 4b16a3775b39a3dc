import type { ClusterDatabase } from '../database/cluster-database.ts'

/** The limits that all sessions of a provider share. */
export interface ProviderLimits {
  /** Sets how many sessions of a provider run at a time. */
  setSessions(provider: string, sessions: number): Promise<void>
  /** Takes a place for a session; null while all are taken, or the provider is paused. */
  take(provider: string): Promise<ProviderPlace | null>
  /** Returns when the provider accepts requests again, in milliseconds from now; 0 if it does. */
  pausedFor(provider: string): Promise<number>
  /** Lets no session of a provider start for some time, in all workers. */
  pause(provider: string, ms: number): Promise<void>
}

/** A place for one session of a provider. */
export interface ProviderPlace {
  release(): Promise<void>
}

/** The number of places of a provider without a limit. */
const most = 10_000

/**
 * Opens the limits of providers. A place is a numbered row, so that two workers never take the same one; the
 * places of a worker that dies are deleted with its row.
 */
export const providerLimits = (
  { tables, query }: Pick<ClusterDatabase, 'tables' | 'query'>,
  worker: string,
): ProviderLimits => {
  const placeOf = (provider: string, n: unknown): ProviderPlace => ({
    async release() {
      await query(`DELETE FROM ${tables}.provider_slot WHERE provider = $1 AND n = $2 AND worker = $3`, [
        ...[provider, n, worker],
      ])
    },
  })
  return {
    async setSessions(provider, sessions) {
      await query(
        `INSERT INTO ${tables}.provider (name, sessions) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET sessions = excluded.sessions`,
        [provider, sessions],
      )
    },
    async take(provider) {
      await query(`INSERT INTO ${tables}.provider (name) VALUES ($1) ON CONFLICT DO NOTHING`, [provider])
      for (;;) {
        const [row] = await query(
          `WITH free AS (
           SELECT name, n.n FROM ${tables}.provider, generate_series(1, coalesce(sessions, ${most})) AS n (n)
           WHERE name = $1 AND paused_until <= clock_timestamp()
             AND NOT EXISTS (
               SELECT 1 FROM ${tables}.provider_slot AS s WHERE s.provider = name AND s.n = n.n
             )
           ORDER BY n.n LIMIT 1
         ), taken AS (
           INSERT INTO ${tables}.provider_slot (provider, n, worker) SELECT name, n, $2 FROM free
           ON CONFLICT DO NOTHING RETURNING n
         )
         SELECT (SELECT n FROM taken) AS n, (SELECT count(*) FROM free)::integer AS free`,
          [provider, worker],
        )
        if (row!['n'] !== null) return placeOf(provider, row!['n'])
        // Another worker has taken the same place, and others may be free.
        if (row!['free'] === 0) return null
      }
    },
    async pausedFor(provider) {
      const [row] = await query(
        `SELECT greatest(0, extract(epoch FROM paused_until - clock_timestamp()) * 1000)::float8 AS ms
       FROM ${tables}.provider WHERE name = $1 AND paused_until > clock_timestamp()`,
        [provider],
      )
      return Number(row?.['ms'] ?? 0)
    },
    async pause(provider, ms) {
      await query(
        `INSERT INTO ${tables}.provider AS p (name, paused_until)
       VALUES ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
       ON CONFLICT (name) DO UPDATE SET paused_until = greatest(p.paused_until, excluded.paused_until)`,
        [provider, ms],
      )
    },
  }
}
