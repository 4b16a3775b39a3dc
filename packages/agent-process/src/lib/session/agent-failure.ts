import { type AmeliaError, driverError, type FailureClass } from '@amelia/core/plugin'
import { stripAnsi } from '@amelia/core/view'

/** How a session failed. */
export interface AgentFailure {
  /** The subject of the message: `Claude`, `Codex`. */
  agent: string
  /** The class of the failure. */
  failure: FailureClass
  /** The report of the agent or its program. */
  text: string
  /** HTTP status of the server's last response, if it belongs in the message. */
  status?: number | undefined
  /** Removed from the message: servers repeat a key that they reject. */
  secret: string
  /** A sentence on what to do; may be empty. */
  advice: string
  /** Milliseconds to wait; used only for failures that waiting can fix. */
  retryAfterMs?: number | undefined
  /** The original error, if there is one. */
  cause?: unknown
}

const longest = 2_000

/** Builds the driver error for a failed session: plain text, bounded, without the key. */
export const agentFailure = ({
  agent,
  failure,
  text,
  status,
  secret,
  advice,
  retryAfterMs,
  cause,
}: AgentFailure): AmeliaError<'DRIVER_FAILED'> => {
  const where = status === undefined ? '' : ` (${status})`
  const waits = failure === 'rate_limited' || failure === 'transient'
  return driverError(failure, {
    message: [`${agent} failed${where}: ${sentence(bound(hide(plain(text), secret)))}`, advice]
      .filter((part) => part !== '')
      .join(' '),
    ...(waits && retryAfterMs !== undefined ? { retryAfterMs: Math.max(0, retryAfterMs) } : {}),
    ...(cause === undefined ? {} : { cause }),
  })
}

const plain = (text: string): string => stripAnsi(text).trim()

const hide = (text: string, secret: string): string =>
  secret.length < 4 ? text : text.replaceAll(secret, '[redacted]')

const bound = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest / 2)} ... ${text.slice(-longest / 2)}` : text

const sentence = (text: string): string =>
  text === '' ? 'no reason given.' : /[.!?]$/.test(text) ? text : `${text}.`
