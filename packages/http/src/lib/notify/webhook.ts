import { AmeliaError, type Clock } from '@amelia/core'
import {
  checkArgument,
  checkOptions,
  pluginRules,
  readRetryAfter,
  rules,
  timerClock,
} from '@amelia/core/plugin'
import type { Notifier } from './notification.ts'

/** Options of {@link webhook}. */
export interface WebhookOptions {
  /** The address that receives a POST request with the notification as JSON. */
  url: string
  /**
   * Signs each request. A secret that begins with `whsec_` is followed by its bytes in Base64; any other one
   * is used as text. At least 16 characters.
   */
  secret: string
  /** Sends a request. Default: the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Times retries. Default: timers. */
  clock?: Clock | undefined
}

const aNotification = rules.shape('a notification, as notifyAbout sends', { key: rules.name })
const aContext = rules.shape('an object with `signal`', {
  signal: rules.shape('an AbortSignal', { addEventListener: rules.function }),
})

const firstDelayMs = 1_000
const tries = 5
const timeoutMs = 10_000
const longestDelayMs = 60_000

/**
 * Creates a notifier that calls a webhook, signed as Standard Webhooks specifies: `webhook-id`,
 * `webhook-timestamp` and `webhook-signature`, which is `v1,` and the Base64 of the HMAC-SHA256 of
 * `ID.TIMESTAMP.BODY`. `idempotency-key` repeats the id, which is the notification's key.
 *
 * A request that fails, takes more than 10 s, or gets a status that may pass (408, 425, 429, 5xx) is sent
 * again after 1 s, then 2, 4 and 8 s, or after `Retry-After`. Redirects are not followed. Throws
 * `OPTION_INVALID` for an invalid address or secret.
 */
export const webhook = (options: WebhookOptions): Notifier => {
  checkOptions('webhook', options, {
    // The address may contain a secret.
    url: rules.secret,
    secret: rules.secret,
    fetch: rules.optional(rules.function),
    clock: rules.optional(pluginRules.clock),
  })
  const { url, secret, fetch = callFetch, clock = timerClock() } = options
  const { origin } = checkUrl(url)
  checkSecret(secret)
  const post = async (key: string, body: string, signal: AbortSignal): Promise<Outcome> => {
    const timestamp = String(Math.floor(clock.now() / 1000))
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      'webhook-id': key,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${await sign(secret, `${key}.${timestamp}.${body}`)}`,
    }
    const over = new AbortController()
    const limit = AbortSignal.any([signal, over.signal])
    const late = clock.wait(timeoutMs, limit, 'limit').then(
      (): Outcome => ({ problem: `no response within ${timeoutMs / 1000} s`, passes: true }),
      (): Outcome => ({ problem: 'stopped', passes: false }),
    )
    const request = fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: limit })
    const outcome = request.then(
      (response) => readOutcome(response, clock.now()),
      (): Outcome => ({ problem: 'cannot be reached', passes: true }),
    )
    return Promise.race([outcome, late]).finally(() => over.abort())
  }
  return {
    id: `the webhook at ${origin}`,
    async send(notification, context) {
      checkArgument('webhook().send', 'notification', notification, aNotification)
      checkArgument('webhook().send', 'context', context, aContext)
      const { signal } = context
      const body = JSON.stringify(notification)
      for (let delayMs = firstDelayMs, count = 1; ; delayMs *= 2, count++) {
        const outcome = await post(notification.key, body, signal)
        if (outcome.problem === undefined) return
        if (!outcome.passes || count === tries) throw new Error(`${outcome.problem}, at try ${count}.`)
        await clock.wait(Math.min(outcome.retryAfterMs ?? delayMs, longestDelayMs), signal)
      }
    },
  }
}

interface Outcome {
  /** Absent if it was delivered. */
  problem?: string
  /** Whether the same request may succeed later. */
  passes?: boolean
  retryAfterMs?: number
}

const readOutcome = (response: Response, now: number): Outcome => {
  // Nothing reads the body, which would keep the connection.
  response.body?.cancel().catch(() => {})
  const { ok, status, headers } = response
  if (ok) return {}
  const retryAfterMs = readRetryAfter(Object.fromEntries(headers), now)
  const passes = status >= 500 || [408, 425, 429].includes(status)
  return { problem: `status ${status}`, passes, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

const sign = async (secret: string, text: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
}

const bytesOf = (secret: string): Uint8Array<ArrayBuffer> =>
  secret.startsWith('whsec_')
    ? Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0))
    : new TextEncoder().encode(secret)

const callFetch = (url: string, init: RequestInit): Promise<Response> => globalThis.fetch(url, init)

const checkUrl = (text: string): URL => {
  try {
    const url = new URL(text)
    if (/^https?:$/.test(url.protocol)) return url
  } catch {
    // Refused below.
  }
  throw invalid('url', 'The address of a webhook must begin with https:// or http://.')
}

const checkSecret = (secret: string): void => {
  if (secret.length < 16) throw invalid('secret', 'The secret of a webhook must have at least 16 characters.')
  try {
    bytesOf(secret)
  } catch {
    throw invalid('secret', 'The secret of a webhook is not valid Base64 after whsec_.')
  }
}

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })
