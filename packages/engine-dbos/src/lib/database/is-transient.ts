/** Codes of the system and of PostgreSQL for failures that pass. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  // A server that was promoted, or not yet.
  '25006',
  '40001',
  '40P01',
  '53300',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
])

const messages =
  /^(?:Connection terminated|Query read timeout|timeout (?:exceeded|expired)|Client has encountered a connection error)/

/** Whether a failed statement may succeed when it is sent again: a lost connection, a restart, a conflict. */
export const isTransient = (error: unknown): boolean => {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown }
  if (typeof code === 'string' && (codes.has(code) || code.startsWith('08'))) return true
  // An address with several IP addresses.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isTransient)
  return typeof message === 'string' && messages.test(message)
}
