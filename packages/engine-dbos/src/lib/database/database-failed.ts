import { AmeliaError } from '@amelia/core/plugin'

/** Turns an error of the database into `STORE_FAILED`. */
export const databaseFailed = (cause: unknown): AmeliaError => {
  if (AmeliaError.is(cause)) return cause
  const { code, message, errors } = (cause ?? {}) as { code?: string; message?: string; errors?: Error[] }
  // The error for several IP addresses has no message.
  const why = message || errors?.[0]?.message || code || String(cause)
  const text = `Cannot use the tables of the cluster in PostgreSQL: ${why}. Start PostgreSQL, or check its address and the rights in docs/cluster.md.`
  return new AmeliaError('STORE_FAILED', text, { runId: '' }, { cause })
}
