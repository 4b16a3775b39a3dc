import { AmeliaError } from '@amelia/core/plugin'

/**
 * Turns an error of the database into `STORE_FAILED`. `isReached`: whether this process has used the database
 * before. Default: true.
 */
export const databaseFailed = (cause: unknown, { isReached = true } = {}): AmeliaError => {
  if (AmeliaError.is(cause)) return cause
  const { code, message, errors } = (cause ?? {}) as { code?: string; message?: string; errors?: Error[] }
  // The error for several IP addresses has no message.
  const why = message || errors?.[0]?.message || code || String(cause)
  const text = `Cannot use the tables of the cluster in PostgreSQL: ${why}. Start PostgreSQL, or check its address and the rights in docs/use/cluster.md.`
  const isUnusable = !isReached && (!isAnswer(cause) || /^(?:28...|3D000)$/.test(code ?? ''))
  const database = isUnusable ? 'unusable' : 'failed'
  return new AmeliaError('STORE_FAILED', text, { runId: '', database }, { cause })
}

/** Whether an error is an answer of PostgreSQL: it has a code of SQL. Others are of the connection. */
export const isAnswer = (error: unknown): boolean =>
  /^(?!E[A-Z]{4})[0-9A-Z]{5}$/.test(String((error as { code?: unknown } | null | undefined)?.code))
