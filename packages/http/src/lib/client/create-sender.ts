import { AmeliaError, type AmeliaErrorCode } from '@amelia/core/plugin'

/** The address of a server, and how its requests are made. */
export interface SenderOptions {
  /** The address of the server, with the `basePath` of its handler: `https://runs.example.com/amelia`. */
  baseUrl: string
  /** Sends a request. Default: the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Headers of every request, such as `authorization`. A function is called for each request. */
  headers?:
    | Record<string, string>
    | (() => Record<string, string> | Promise<Record<string, string>>)
    | undefined
}

interface Sending {
  /** Sent as JSON, by POST. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Sends a request. Resolves with a response of success only. */
export type Send = (path: string, sending: Sending) => Promise<Response>

/** Creates the function that sends a client's requests. Throws `OPTION_INVALID` for an invalid address. */
export const createSender = ({ baseUrl, fetch = callFetch, headers = {} }: SenderOptions): Send => {
  const base = checkUrl(baseUrl)
  return async (path, { body, signal, headers: more }) => {
    const own = typeof headers === 'function' ? await headers() : headers
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const init: RequestInit = { headers: { ...own, ...type, ...more }, ...(signal && { signal }) }
    if (body !== undefined) Object.assign(init, { method: 'POST', body: JSON.stringify(body) })
    const response = await fetch(base + path, init).catch((cause: unknown): never => {
      if (signal?.aborted) throw cause
      throw new AmeliaError('SERVER_UNREACHABLE', `${base} cannot be reached.`, {}, { cause })
    })
    if (response.ok) return response
    throw await readError(response)
  }
}

/** `fetch` of a page must be called on its window. */
const callFetch = (url: string, init: RequestInit): Promise<Response> => globalThis.fetch(url, init)

const checkUrl = (text: string): string => {
  try {
    const url = new URL(text)
    if (/^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '')
  } catch {
    // Refused below.
  }
  const message = `createClient: \`baseUrl\` must be an address that begins with http:// or https://; got ${JSON.stringify(text)}.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'baseUrl' })
}

const readError = async (response: Response): Promise<AmeliaError> => {
  const { status } = response
  const body: unknown = await response.json().catch(() => undefined)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return toError(error, status)
}

/** Turns an error of the server into an `AmeliaError`. */
export const toError = (error: unknown, status?: number): AmeliaError => {
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const details = ('details' in error ? error.details : undefined) ?? {}
    return new AmeliaError(error.code as AmeliaErrorCode, String(error.message), details)
  }
  const given = status === undefined ? 'an unreadable message' : `the status ${status}`
  const message = `The server responded with ${given}, and not as Amelia does.`
  return new AmeliaError('SERVER_UNREACHABLE', message, status === undefined ? {} : { status })
}
