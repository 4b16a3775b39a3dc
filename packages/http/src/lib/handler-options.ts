import { AmeliaError, type RunOptions, type RunStoreV1 } from '@amelia/core'
import type { Authenticate, Caller } from './access/caller.ts'
import type { WatchedHost } from './run-source.ts'

/** A plan that a caller uploaded. */
export interface StartRequest {
  /** The plan's text. */
  plan: string
  /** The sender of the request. */
  caller: Caller
}

/** Options of `createHandler`. */
export interface HandlerOptions {
  /** The store that contains the runs. Either this or `host` is required. */
  store?: RunStoreV1
  /** The host whose store contains the runs, and whose clock times heartbeats. */
  host?: WatchedHost
  /**
   * Identifies the sender of every request. Required, so that nothing is open by default. `bearerTokens`
   * makes a simple one.
   */
  authenticate: Authenticate
  /**
   * The names of this server, as in the `Host` header, in lower case: `runs.example.com`. Requests for other
   * names are refused, so that a web page cannot reach the server under the page's own name. Default: the
   * names of this machine, `localhost`, `127.0.0.1` and `[::1]`, with any port.
   */
  hosts?: readonly string[]
  /**
   * Origins of other sites whose pages may call, such as `https://dashboard.example.com`. Default: none; pages
   * of this server's own origin may always call.
   */
  origins?: readonly string[]
  /** The path below which the handler is mounted, such as `/amelia`. Default: none. */
  basePath?: string
  /**
   * Creates the options of a run from an uploaded plan. With it, callers with the access `start` can start
   * runs. This executes code: a plan contains commands, and agents write and run programs. Default: no
   * run can be started.
   */
  allowStart?: (request: StartRequest) => RunOptions | Promise<RunOptions>
  /** The largest body of a request, in bytes. Default: 1,000,000. */
  maxBodyBytes?: number
  /** The most streams of events at one time. Default: 1,000. */
  maxStreams?: number
  /** Milliseconds between two heartbeats on an idle stream. Default: 15,000. */
  heartbeatMs?: number
  /**
   * Milliseconds after which a stream ends and its client reconnects, and authenticates again. Default: one
   * hour.
   */
  maxStreamMs?: number
  /**
   * Receives the errors of the server, of which callers get only the code, and those of started runs.
   * Default: they are ignored.
   */
  onError?: (error: unknown) => void
}

const known: Record<keyof HandlerOptions, (value: never) => boolean> = {
  store: (value: unknown) => typeof value === 'object' && value !== null,
  host: (value: unknown) =>
    typeof value === 'object' && value !== null && 'store' in value && 'clock' in value,
  authenticate: (value: unknown) => typeof value === 'function',
  hosts: (value: unknown) => isList(value) && value.every((host) => host === host.toLowerCase()),
  origins: (value: unknown) => isList(value) && value.every(isOrigin),
  basePath: (value: unknown) => typeof value === 'string' && /^(?:\/[^/?#]+)*$/.test(value),
  allowStart: (value: unknown) => typeof value === 'function',
  maxBodyBytes: isCount,
  maxStreams: isCount,
  heartbeatMs: isCount,
  maxStreamMs: isCount,
  onError: (value: unknown) => typeof value === 'function',
}

/** Checks the options when the handler is created. Throws `OPTION_INVALID`. */
export const checkHandlerOptions = (options: HandlerOptions): void => {
  for (const [option, value] of Object.entries(options ?? {})) {
    if (!Object.hasOwn(known, option)) {
      const names = Object.keys(known).join(', ')
      throw invalid(option, `\`${option}\` is not an option of createHandler. Known are: ${names}.`)
    }
    if (value !== undefined && !known[option as keyof HandlerOptions](value as never))
      throw invalid(option, `\`${option}\` of createHandler has an invalid value. See docs/http.md.`)
  }
  if (!options?.authenticate)
    throw invalid(
      'authenticate',
      'createHandler needs `authenticate`, a function that identifies the sender of a request; see bearerTokens.',
    )
  if ((options.store === undefined) === (options.host === undefined))
    throw invalid('store', 'Pass either `store` or `host` to createHandler.')
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isOrigin = (text: string): boolean => {
  try {
    return new URL(text).origin === text
  } catch {
    return false
  }
}

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })
