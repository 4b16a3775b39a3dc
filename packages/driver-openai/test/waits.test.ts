import { createManualClock } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../src/lib/option/codex-settings.ts'
import { watchWaits } from '../src/lib/session/watch-waits.ts'
import { message, reconnecting, untilAborted } from './fake-sdk.ts'
import { failure, good, stage } from './fake-stage.ts'

const busy = 'exceeded retry limit, last status: 429 Too Many Requests'
const away = 'unexpected status 503 Service Unavailable: away, url: x'

describe('a wait inside a session', () => {
  it('is reported with the reason and without the key, and the session succeeds', async () => {
    const { session, progress } = stage(async function* (own) {
      yield reconnecting(busy)
      yield reconnecting(`${away} sk-secret-1`, 2)
      yield* good(own)
    })
    expect(await session()).toMatchObject({ text: 'done' })
    expect(progress.filter(({ type }) => type === 'waiting')).toEqual([
      { type: 'waiting', reason: 'rate_limited', message: `Codex failed: ${busy}.` },
      { type: 'waiting', reason: 'transient', message: `Codex failed: ${away} [redacted].` },
    ])
  })

  it.each([
    ['unexpected status 401 Unauthorized: no', 'auth'],
    ['unexpected status 403 Forbidden: no', 'permission'],
    ['unexpected status 404 Not Found: no', 'environment'],
  ])('does not follow "%s": the session ends at once', async (reason, name) => {
    const { session, progress } = stage(async function* (own) {
      yield reconnecting(reason)
      await untilAborted(own.signal)
    })
    await expect(session()).rejects.toMatchObject(failure(name, /no/))
    expect(progress.filter(({ type }) => type === 'waiting')).toEqual([])
  })

  it('is a short rate limit although the server mentions billing', async () => {
    const clock = createManualClock()
    const reason =
      'unexpected status 429 Too Many Requests: Rate limit reached. Please try again in 20s. Visit https://platform.openai.com/account/billing to add a payment method.'
    const { session, progress } = stage(
      async function* (own) {
        yield reconnecting(reason)
        yield* good(own)
      },
      {},
      { clock },
    )
    expect(await session()).toMatchObject({ text: 'done' })
    expect(progress).toContainEqual(
      expect.objectContaining({ type: 'waiting', reason: 'rate_limited', until: clock.now() + 20_000 }),
    )
  })

  it('ends the session at the limit, counted since the last answer', async () => {
    const clock = createManualClock()
    const { session, progress } = stage(
      async function* (own) {
        yield reconnecting(away)
        clock.advance(80_000)
        yield message('an answer')
        yield reconnecting(away)
        clock.advance(80_000)
        yield reconnecting(away, 2)
        // The second wait is the tenth second of a new sum, and ends at the ninetieth.
        queueMicrotask(() => clock.advance(10_000))
        await untilAborted(own.signal)
      },
      {},
      { clock },
    )
    await expect(session()).rejects.toMatchObject(failure('transient', /503/))
    expect(progress.filter(({ type }) => type === 'waiting')).toHaveLength(3)
    expect(clock.waiting).toBe(0)
  })
})

describe('a delay in the log of the program', () => {
  const line = (status: number, headers: object) =>
    `DEBUG codex_http_client::client: Request completed method=POST url=x status=${status} Words headers=${JSON.stringify(headers).replaceAll(':"', ': "')} version=HTTP/1.1\n`
  const watch = () => {
    const clock = createManualClock()
    const said: unknown[] = []
    const failures: unknown[] = []
    const waits = watchWaits({
      settings: readSettings({ apiKey: 'sk-secret-1' }, {}),
      clock,
      emit: (wait) => said.push(wait),
      stop: (error) => failures.push(error.details),
    })
    return { clock, said, failures, waits }
  }
  const until = (said: unknown[]): unknown[] => said.map((wait) => (wait as { until?: number }).until)

  it('is the end of the wait, whether it arrives before the announcement or after it', () => {
    const { clock, said, failures, waits } = watch()
    waits.logged(line(429, { 'retry-after': '7' }))
    expect(waits.failed(reconnecting(busy).message)).toBe(true)
    expect(until(said)).toEqual([clock.now() + 7_000])
    clock.advance(7_000)
    // An earlier response does not belong to this wait.
    waits.failed(reconnecting(busy, 2).message)
    waits.logged(line(429, { 'retry-after': '9' }))
    expect(until(said).slice(1)).toEqual([undefined, clock.now() + 9_000])
    waits.answered()
    expect(clock.waiting).toBe(0)
    expect(failures).toEqual([])
  })

  it('ends the session at once if it is beyond the limit, with the delay that the server sent', () => {
    const { said, failures, waits } = watch()
    waits.failed(reconnecting(busy).message)
    waits.logged(line(429, { 'retry-after': '100' }))
    expect(failures).toEqual([{ class: 'rate_limited', retryAfterMs: 100_000 }])
    expect(until(said)).toEqual([undefined])
  })

  it('adds to the waits before it', () => {
    const { clock, failures, waits } = watch()
    waits.failed(reconnecting(busy).message)
    waits.logged(line(429, { 'retry-after': '60' }))
    clock.advance(60_000)
    waits.logged(line(429, { 'retry-after': '31' }))
    waits.failed(reconnecting(busy, 2).message)
    expect(failures).toEqual([{ class: 'rate_limited', retryAfterMs: 31_000 }])
  })

  it('is not guessed: other errors are no waits', () => {
    const { said, failures, waits } = watch()
    expect(waits.failed(busy)).toBe(false)
    waits.logged(line(429, { 'retry-after': '100' }))
    waits.end()
    waits.failed(reconnecting(busy).message)
    expect([said, failures]).toEqual([[], []])
  })
})
