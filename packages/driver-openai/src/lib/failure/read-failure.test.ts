import { describe, expect, it } from 'vitest'
import { readSettings } from '../option/codex-settings.ts'
import { readFailure } from './read-failure.ts'

const now = Date.UTC(2026, 0, 1)
const settings = readSettings({ apiKey: 'sk-secret-1' }, {})
const answered = (status: number, headers = '') =>
  new Error(
    `Codex Exec exited with code 1: Reading prompt from stdin...\n2026 DEBUG codex_http_client::client: Request completed method=POST url=http://x/v1/responses status=${status} Some Words headers={"content-type": "application/json"${headers}} version=HTTP/1.1\n`,
  )

const read = (message?: string, thrown?: unknown) =>
  readFailure({ ...(message === undefined ? {} : { message }), thrown }, settings, now)

describe('the class of a failure', () => {
  it.each([
    // The status in the log takes precedence over the message.
    [answered(401), 'whatever', 'auth'],
    [answered(402), 'whatever', 'permission'],
    [answered(403), 'whatever', 'permission'],
    [answered(404), 'whatever', 'environment'],
    [answered(408), 'whatever', 'transient'],
    [answered(413), 'whatever', 'context_overflow'],
    [answered(400), 'a rate limit, says a tool that was quoted', 'agent_failed'],
    [answered(422), 'whatever', 'agent_failed'],
    [answered(429), 'whatever', 'rate_limited'],
    [answered(429), 'Quota exceeded. Check your plan and billing details.', 'permission'],
    [answered(500), 'whatever', 'transient'],
    [answered(503), 'Selected model is at capacity. Please try a different model.', 'rate_limited'],
    [answered(529), 'whatever', 'rate_limited'],
    [answered(200), "You've hit your usage limit. Try again later.", 'rate_limited'],
    [answered(200), 'stream disconnected before completion: x', 'transient'],
    [answered(200), "Codex ran out of room in the model's context window.", 'context_overflow'],
    [answered(200), 'Incomplete response returned, reason: max_output_tokens', 'agent_failed'],
    // Without a log.
    [undefined, 'unexpected status 401 Unauthorized: no, url: x', 'auth'],
    [undefined, 'exceeded retry limit, last status: 429 Too Many Requests', 'rate_limited'],
    [undefined, '{"error":{"message":"too long","code":"context_length_exceeded"}}', 'context_overflow'],
    [undefined, '{"error":{"message":"Unknown parameter"}}', 'agent_failed'],
    [undefined, 'error sending request for url (http://x)', 'transient'],
    [undefined, 'Something new', 'agent_failed'],
  ])('%#: %s, %s', (thrown, message, failure) => {
    expect(read(message, thrown).details.class).toBe(failure)
  })

  it.each([
    ['Unable to locate Codex CLI binaries. Ensure @openai/codex is installed.', 'environment'],
    ['spawn /x/codex ENOENT', 'environment'],
    ['Codex Exec exited with code 1: Error loading config.toml: bad', 'environment'],
    ['Codex Exec exited with signal SIGSEGV: ', 'agent_failed'],
    ['Codex Exec exited with signal SIGTERM: ', 'interrupted'],
    ['Codex Exec exited with signal SIGKILL: Reading prompt', 'interrupted'],
    ['Codex Exec exited with code 1: Error: no rollout found for thread id 01a2', 'session_lost'],
    [
      'Codex Exec exited with code 1: thread-store conflict: thread 01a2 already has an active writer',
      'transient',
    ],
    ['Failed to parse item: x', 'agent_failed'],
  ])('of a program: %s', (text, failure) => {
    expect(read(undefined, new Error(text)).details.class).toBe(failure)
  })
})

it('reads the last answer, not an earlier one', () => {
  const log = `${answered(429).message}${answered(200).message}`
  expect(read('stream disconnected', new Error(log)).details.class).toBe('transient')
})

it('states the reason and what to do, without the key and escape sequences, at a bounded length', () => {
  const error = read(
    `unexpected status 401 Unauthorized: \u001b[31mbad key sk-secret-1\u001b[0m`,
    answered(401),
  )
  expect(error.message).toBe(
    'Codex failed: unexpected status 401 Unauthorized: bad key [redacted]. api.openai.com rejected the key: set another one in OPENAI_API_KEY.',
  )
  expect(read('{"error":{"message":"Unknown parameter: x"}}').message).toBe(
    'Codex failed: Unknown parameter: x.',
  )
  expect(read('x'.repeat(100_000)).message.length).toBeLessThan(2_100)
  expect(read(undefined, new Error('')).message).toBe('Codex failed: no reason given.')
  expect(read(undefined, answered(200)).message).not.toContain('codex_http_client')
})

it('waits for a short rate limit that mentions billing, and not for an account without credit', () => {
  const limit =
    'Rate limit reached for gpt-5 in organization org-1 on requests per min (RPM): Limit 3, Used 3. Please try again in 20s. Visit https://platform.openai.com/account/billing to add a payment method.'
  const waits = { class: 'rate_limited', retryAfterMs: 20_000 }
  for (const thrown of [answered(429), answered(200), undefined])
    expect(read(limit, thrown).details).toEqual(waits)
  const [unlimited = ''] = limit.split(' Please')
  expect(read(`${unlimited} See account/billing.`, answered(429)).details).toEqual({ class: 'rate_limited' })
  const empty = 'You exceeded your current quota, please check your plan and billing details.'
  expect(read(empty, answered(429)).details).toEqual({ class: 'permission' })
  expect(read(empty, answered(429, ', "retry-after": "20"')).details).toEqual(waits)
  expect(read(empty, answered(403)).details).toEqual({ class: 'permission' })
})

it('passes on the wait only for failures that waiting can fix', () => {
  expect(read('x', answered(429, ', "retry-after": "7"')).details).toEqual({
    class: 'rate_limited',
    retryAfterMs: 7_000,
  })
  expect(read('x', answered(503, ', "retry-after-ms": "250"')).details.retryAfterMs).toBe(250)
  expect(read('rate limit exceeded: Please try again in 1.5s.', answered(200)).details.retryAfterMs).toBe(
    1_500,
  )
  expect(read('x', answered(401, ', "retry-after": "7"')).details).toEqual({ class: 'auth' })
})
