import { AmeliaError } from '@amelia/core/plugin'
import { isAnswer, isRefusal } from './is-answer.ts'

/**
 * Turns an error of the database into `STORE_FAILED`, with a remedy where the cause is known. `isReached`:
 * whether this process has used the database before.
 */
export const storeFailed = (runId: string, cause: unknown, isReached: boolean): AmeliaError => {
  if (AmeliaError.is(cause)) return cause
  const { code, message, errors } = (cause ?? {}) as { code?: string; message?: string; errors?: Error[] }
  // The error for several IP addresses has no message.
  const why = message || errors?.[0]?.message || code || String(cause)
  const of = runId === '' ? 'the stored runs' : `the journal of the run ${runId}`
  const open = isReached
    ? 'A write without a response may be stored or not; the next process reads the journal.'
    : ''
  const isUnusable = !isReached && (!isAnswer(cause) || isRefusal(cause))
  const known = remedyFor(code ?? (errors?.[0] as { code?: string } | undefined)?.code)
  const remedy = known || !isUnusable ? known : 'Check the address, the user and the password. '
  const text = `Cannot use ${of} in PostgreSQL: ${why}. ${remedy}${open}`.trim()
  const database = isUnusable ? 'unusable' : 'failed'
  return new AmeliaError('STORE_FAILED', text, { runId, database }, { cause })
}

const remedyFor = (code: string | undefined): string => {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
    case 'ENOTFOUND':
      return 'Start PostgreSQL, or correct the host and the port. '
    case '28P01':
    case '28000':
      return 'Check the user, the password and pg_hba.conf. '
    case '3D000':
      return 'Create the database with createdb, or correct its name. '
    case '42501':
      return 'Grant the rights in docs/use/postgres.md to the database user. '
    case '42P01':
      return 'The tables were removed. Restore a backup. '
    case '53100':
      return 'Free space on the disk of PostgreSQL. '
    case '53300':
      return 'Raise max_connections, or use smaller pools. '
    default:
      return ''
  }
}
