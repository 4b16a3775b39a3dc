import { type AmeliaError, driverError, type FailureClass, stripAnsi } from '@amelia/core/plugin'
import { classifyFailure } from './classify-failure.ts'
import type { CodexSettings } from './codex-settings.ts'
import { readLastAnswer, withoutAnswers } from './read-answers.ts'
import { recordOf, textOf } from './read-event.ts'
import { readRetryAfter, readWaitInText } from './read-wait.ts'

/** How a session ended that did not end well. */
export interface CodexEnd {
  /** What Codex said of its turn, if it came to that. */
  message?: string
  /** What the SDK threw: the program's exit, with all of its error output. */
  thrown?: unknown
}

const longest = 2_000

/** The driver error that a session's end is. `now` is in milliseconds since 1970. */
export const readFailure = (
  { message, thrown }: CodexEnd,
  settings: CodexSettings,
  now: number,
): AmeliaError<'DRIVER_FAILED'> => {
  const log = thrown instanceof Error ? thrown.message : ''
  const said = message === undefined ? withoutAnswers(log) : unwrap(message)
  const answer = readLastAnswer(log)
  const status = answer.status ?? statusIn(message ?? '')
  const failure = classifyFailure(status, message === undefined ? said : `${said}\n${message}`)
  const waits = failure === 'rate_limited' || failure === 'transient'
  const retryAfterMs = waits ? (readRetryAfter(answer, now) ?? readWaitInText(said)) : undefined
  const text = hide(bound(stripAnsi(said === '' ? 'it ended without a word' : said)), settings.apiKey)
  return driverError(failure, {
    message: `Codex failed: ${text}${/[.!?]$/.test(text) ? '' : '.'}${advice(failure, status, settings)}`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** Codex's own words for a status, where its log is not to be had. */
const statusIn = (message: string): number | undefined => {
  const found = /(?:unexpected status|last status:) (\d{3})\b/.exec(message)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Some answers are passed on as the server's JSON. */
const unwrap = (message: string): string => {
  try {
    return textOf(recordOf(recordOf(JSON.parse(message))['error'])['message']) || message
  } catch {
    return message
  }
}

const bound = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest / 2)} ... ${text.slice(-longest / 2)}` : text

/** Servers repeat the key that they refuse. */
const hide = (text: string, secret: string): string =>
  secret.length < 4 ? text : text.replaceAll(secret, '[redacted]')

const advice = (
  failure: FailureClass,
  status: number | undefined,
  { provider, keyVariable }: CodexSettings,
): string => {
  if (failure === 'auth') return ` ${provider} does not take the key: set another in ${keyVariable}.`
  if (failure === 'permission')
    return ` Look at the plan, the balance and the rights of the key at ${provider}.`
  if (status === 404) return ` Check the model and the address of the server (${provider}).`
  return ''
}
