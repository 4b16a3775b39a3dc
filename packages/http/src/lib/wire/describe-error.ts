import { AmeliaError, type AmeliaErrorCode } from '@amelia/core'

/** The status of each error that callers may see. Any other one is the server's own: 500. */
const statuses: Partial<Record<AmeliaErrorCode, number>> = {
  OPTION_INVALID: 400,
  COMMAND_INVALID: 400,
  GATE_CHOICE: 400,
  RUN_NOT_FOUND: 404,
  COMMIT_MISSING: 404,
  GATE_UNKNOWN: 404,
  GATE_EXPIRED: 409,
  NOT_CANCELLED: 409,
  NOT_STEERED: 409,
  RUN_ENDED: 409,
  RUN_EXISTS: 409,
  RUN_LOCKED: 409,
  RUN_SHARED: 409,
  RUN_VERSION: 409,
  PLAN_INVALID: 422,
  DRIVER_MISSING: 422,
  FUNCTION_MISSING: 422,
  RUN_DAMAGED: 500,
  RUN_UNREADABLE: 503,
  STORE_FAILED: 503,
}

/** An error as JSON. */
export interface WireError {
  code: string
  message: string
  details: object
}

/**
 * Describes an error for the caller. The message of a failure of the server is replaced, and its details are
 * reduced, because they may name paths.
 */
export const describeError = (error: unknown): { status: number; error: WireError } => {
  if (AmeliaError.is(error, 'REQUEST_REFUSED')) return { status: error.details.status, error: toJson(error) }
  const status = AmeliaError.is(error) ? (statuses[error.code] ?? 500) : 500
  // The message of a store names its folder.
  if (AmeliaError.is(error, 'RUN_NOT_FOUND'))
    return { status, error: { ...toJson(error), message: `Run ${error.details.runId} not found.` } }
  if (AmeliaError.is(error) && status < 500) return { status, error: toJson(error) }
  const isKnown = AmeliaError.is(error) && statuses[error.code] !== undefined
  const message = 'The server failed. Its log names the cause.'
  const { code, details } = isKnown
    ? { code: error.code, details: publicDetails(error.details) }
    : { code: 'INTERNAL', details: { where: 'server' } }
  return { status, error: { code, message, details } }
}

/** The id of the run, and numbers. Other details of a failure of the server may name paths too. */
const publicDetails = (details: object): object =>
  Object.fromEntries(
    Object.entries(details).filter(([name, value]) => name === 'runId' || typeof value === 'number'),
  )

const toJson = ({ code, message, details }: AmeliaError): WireError => ({ code, message, details })
