import { AmeliaError } from '@amelia/core/plugin'

/** The status of each refusal of a request. */
export const refusalStatus = {
  body: 400,
  unauthenticated: 401,
  forbidden: 403,
  origin: 403,
  not_found: 404,
  method: 405,
  too_large: 413,
  media_type: 415,
  host: 421,
  busy: 503,
} as const

/** Creates the error that refuses a request. */
export const refused = (
  reason: keyof typeof refusalStatus,
  message: string,
): AmeliaError<'REQUEST_REFUSED'> =>
  new AmeliaError('REQUEST_REFUSED', message, { reason, status: refusalStatus[reason] })
