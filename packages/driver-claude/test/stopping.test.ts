import { beforeEach, expect, it } from 'vitest'
import { greet, hang, init, type Play, result, untilStopped } from './fake-sdk.ts'
import { createStage, failureOf, sessionOf, settle, type Stage } from './stage.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})

it('stops at the token limit, and lets the agent report the cost', async () => {
  stage.sdk.play = hang
  expect(await failureOf(stage.run({ limits: { tokens: 15 } }))).toMatchObject({ class: 'budget_exceeded' })
  expect(stage.sdk.interrupts).toBe(1)
  expect(stage.usages().at(-1)).toEqual({ inputTokens: 10, outputTokens: 5, usd: 0.01 })
  expect(stage.progress).not.toContainEqual({ type: 'text', text: 'I was not done.' })
})

it.each([{ tokens: 0 }, { usd: 0 }, { wallMs: -1 }])(
  'does not start without a budget: %o',
  async (limits) => {
    expect(await failureOf(stage.run({ limits }))).toMatchObject({ class: 'budget_exceeded' })
    expect(stage.sdk.calls).toEqual([])
  },
)

it('stops at the time limit', async () => {
  stage.sdk.play = hang
  const session = failureOf(stage.run({ limits: { wallMs: 60_000 } }))
  await settle()
  stage.clock.advance(59_999)
  await settle()
  expect(stage.sdk.interrupts).toBe(0)
  stage.clock.advance(1)
  expect(await session).toMatchObject({ class: 'budget_exceeded', message: expect.stringContaining('60 s') })
})

it('counts as hung after the idle limit, which any message resets', async () => {
  stage.sdk.play = async function* ({ stopped }) {
    yield init()
    await stage.clock.wait(50_000)
    yield { type: 'tool_progress' }
    await untilStopped(stopped)
  }
  const session = failureOf(stage.run({}, { driver: stage.driverOf({ idleTimeoutMs: 60_000 }) }))
  for (const step of [50_000, 50_000, 9_999]) {
    await settle()
    stage.clock.advance(step)
  }
  await settle()
  expect(stage.sdk.interrupts).toBe(0)
  stage.clock.advance(1)
  expect(await session).toMatchObject({ class: 'hung' })
})

it('returns the result of a program that does not exit', async () => {
  stage.sdk.play = async function* (call) {
    yield* greet(call)
    await untilStopped(call.stopped)
  }
  const session = stage.run()
  await settle()
  stage.clock.advance(10_000)
  expect((await session).text).toBe('Hello.')
  expect(stage.sdk.interrupts).toBe(0)
})

it('ends the program of a session that ignores the interrupt', async () => {
  const ended: unknown[] = []
  stage.sdk.play = async function* ({ options }) {
    yield init()
    const { signal } = options.abortController as AbortController
    await untilStopped(signal)
    ended.push(signal.aborted)
  }
  const stop = new AbortController()
  const session = stage.run({}, { signal: stop.signal })
  await settle()
  stop.abort(new Error('enough'))
  await settle()
  stage.clock.advance(1_500)
  await expect(session).rejects.toBe(stop.signal.reason)
  await settle()
  expect(ended).toEqual([true])
})

it('stops a session that is about to retry', async () => {
  const retry = (more: Record<string, unknown>): Play =>
    async function* ({ stopped }) {
      yield init()
      yield { type: 'system', subtype: 'api_retry', retry_delay_ms: 7_000, ...more }
      await untilStopped(stopped)
    }
  stage.sdk.play = retry({ error_status: 429, error: 'rate_limit' })
  expect(await failureOf(stage.run())).toMatchObject({ class: 'rate_limited', retryAfterMs: 7_000 })
  stage.sdk.play = retry({ error_status: null, error: 'unknown' })
  expect(await failureOf(stage.run())).toMatchObject({ class: 'transient', retryAfterMs: 7_000 })
})

it('reports when the limit of a subscription resets', async () => {
  const resetsAt = stage.clock.now() / 1000 + 3_600
  stage.sdk.play = sessionOf(
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt } },
    result({ is_error: true, api_error_status: 429, result: "You've hit your limit" }),
  )
  expect(await failureOf(stage.run())).toMatchObject({ class: 'rate_limited', retryAfterMs: 3_600_000 })
})
