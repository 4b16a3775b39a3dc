import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StartRequest } from '../src/lib/program/claude-sdk.ts'
import { type FakeCall, greet, hang, init, result, retry, said, streamed, untilStopped } from './fake-sdk.ts'
import { createStage, failureOf, sessionOf, settle, type Stage } from './stage.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})

it('stops at the token limit, and counts the usage up to then', async () => {
  stage.sdk.play = hang
  expect(await failureOf(stage.run({ limits: { tokens: 15 } }))).toMatchObject({ class: 'budget_exceeded' })
  expect(stage.usages().at(-1)).toMatchObject({ inputTokens: 10, outputTokens: 5, estimated: true })
  expect(stage.progress).not.toContainEqual({ type: 'text', text: 'I begin.' })
})

it('ends the program of a stopped session, and never interrupts it by a message', async () => {
  stage.sdk.play = hang
  await failureOf(stage.run({ limits: { tokens: 15 } }))
  const [call] = stage.sdk.calls
  expect((call?.options.abortController as AbortController).signal.aborted).toBe(true)
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
  expect(stage.sdk.calls[0]?.stopped.aborted).toBe(false)
  stage.clock.advance(1)
  expect(await session).toMatchObject({ class: 'budget_exceeded', message: expect.stringContaining('60 s') })
})

it('counts as hung after the idle limit, which any message resets', async () => {
  stage.sdk.play = async function* (call) {
    yield init(call)
    await stage.clock.wait(50_000)
    yield { type: 'tool_progress' }
    await untilStopped(call.stopped)
  }
  const session = failureOf(stage.run({}, { driver: stage.driverOf({ idleTimeoutMs: 60_000 }) }))
  for (const step of [50_000, 50_000, 9_999]) {
    await settle()
    stage.clock.advance(step)
  }
  await settle()
  expect(stage.sdk.calls[0]?.stopped.aborted).toBe(false)
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
})

it('ends the program that a session started, also if it ignores TERM', async () => {
  let program: ChildProcess | undefined
  stage.sdk.play = async function* (call) {
    program = startProcess(call, 'trap "" TERM; echo ready; sleep 300 & wait')
    await once(program.stdout ?? never(), 'data')
    yield init(call)
    yield said('I begin.')
    await once(program, 'exit')
  }
  const stop = new AbortController()
  const session = stage.run({}, { signal: stop.signal })
  await stage.reached(({ type }) => type === 'text')
  stop.abort(new Error('enough'))
  await expect(session).rejects.toBe(stop.signal.reason)
  expect(program?.signalCode ?? program?.exitCode).not.toBeNull()
})

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'is interrupted if %s from outside ends its program',
  async (signal) => {
    stage.sdk.play = async function* (call) {
      const program = startProcess(call, 'echo ready; exec sleep 300')
      await once(program.stdout ?? never(), 'data')
      yield init(call)
      yield* streamed(10, 5)
      program.kill(signal)
      await once(program, 'exit')
      throw new Error(`Claude Code process terminated by signal ${signal}`)
    }
    expect(await failureOf(stage.run())).toMatchObject({
      class: 'interrupted',
      message: expect.stringContaining(signal),
    })
    expect(stage.usages().at(-1)).toMatchObject({ inputTokens: 10, estimated: true })
  },
)

it('has failed if its program crashes', async () => {
  stage.sdk.play = async function* (call) {
    const program = startProcess(call, 'kill -SEGV $$')
    await once(program, 'exit')
    yield init(call)
    throw new Error('Claude Code process terminated by signal SIGSEGV')
  }
  expect(await failureOf(stage.run())).toMatchObject({ class: 'agent_failed' })
})

/** Starts a process as the SDK starts its program. */
const startProcess = ({ options, stopped }: FakeCall, script: string): ChildProcess => {
  type Start = (request: StartRequest) => ChildProcess
  const env = { PATH: process.env.PATH, ...(options.env as Record<string, string>) }
  return (options.spawnClaudeCodeProcess as Start)({
    command: 'sh',
    args: ['-c', script],
    env,
    signal: stopped,
  })
}

const never = (): never => {
  throw new Error('The process has no output stream.')
}

describe('waits for the provider', () => {
  /** Announces waits, each as soon as the one before it is over, and answers. */
  const refuse = (...delays: number[]): void => {
    stage.sdk.play = async function* (call) {
      yield init(call)
      for (const [index, delay] of delays.entries()) {
        yield retry(index + 1, delay)
        await Promise.race([stage.clock.wait(delay), untilStopped(call.stopped)])
        if (call.stopped.aborted) throw new Error('Claude Code process exited with code 143')
      }
      yield* streamed(10, 5)
      yield result()
    }
  }
  const waits = () => stage.progress.filter(({ type }) => type === 'waiting')
  /** Lets waits pass, each as soon as it is reported. */
  const pass = async (...delays: number[]): Promise<void> => {
    const reported = waits().length
    for (const [index, delay] of delays.entries()) {
      await stage.reached(() => waits().length > reported + index)
      await settle()
      stage.clock.advance(delay)
    }
  }
  const message = 'Slow down, [redacted].'

  it('stay in the session, and are reported', async () => {
    refuse(500, 1_000, 20_000)
    const session = stage.run()
    const start = stage.clock.now()
    await pass(500, 1_000, 20_000)
    expect((await session).text).toBe('Hello.')
    expect(waits()).toEqual([
      { type: 'waiting', reason: 'rate_limited', message },
      { type: 'waiting', reason: 'rate_limited', message },
      // Longer than any guess of the agent: the server asked for it.
      { type: 'waiting', reason: 'rate_limited', message, until: start + 21_500 },
    ])
  })

  it('end it when one exceeds the limit, with the time that the server asked for', async () => {
    refuse(91_000)
    const failure = await failureOf(stage.run())
    expect(failure).toMatchObject({ class: 'rate_limited', retryAfterMs: 91_000 })
    // The agent only writes it down.
    expect(failure).toMatchObject({ message: expect.stringContaining(message) })
    expect(waits()).toEqual([])
  })

  it('end it when their sum exceeds the limit, without a guess of the agent', async () => {
    const delays = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000]
    refuse(...delays)
    const session = failureOf(stage.run())
    await pass(...delays.slice(0, -1))
    const failure = await session
    expect(failure).toMatchObject({ class: 'rate_limited' })
    expect(failure).not.toHaveProperty('retryAfterMs')
    expect(waits()).toHaveLength(7)
  })

  it('are counted since the last answer', async () => {
    stage.sdk.play = async function* (call) {
      yield init(call)
      for (let turn = 0; turn < 3; turn += 1) {
        yield retry(1, 60_000)
        await stage.clock.wait(60_000)
        yield* streamed(10, 5)
      }
      yield result()
    }
    const session = stage.run()
    await pass(60_000, 60_000, 60_000)
    expect((await session).text).toBe('Hello.')
  })

  it('count once if they are announced again', async () => {
    stage.sdk.play = async function* (call) {
      yield init(call)
      for (const left of [80_000, 50_000, 20_000]) {
        yield retry(1, left)
        await stage.clock.wait(Math.min(left, 30_000))
      }
      yield* streamed(10, 5)
      yield result()
    }
    const session = stage.run()
    await pass(30_000)
    for (const delay of [30_000, 20_000]) {
      await settle()
      stage.clock.advance(delay)
    }
    expect((await session).text).toBe('Hello.')
    expect(waits()).toHaveLength(1)
  })

  it('end it at once if waiting does not help', async () => {
    stage.sdk.play = async function* (call) {
      yield init(call)
      yield retry(1, 511, { error_status: 401, error: 'authentication_failed' })
      await untilStopped(call.stopped)
    }
    expect(await failureOf(stage.run())).toMatchObject({ class: 'auth' })
  })

  it('end it at once with the limit 0, and name the cause', async () => {
    const driver = stage.driverOf({ waitLimitMs: 0 })
    refuse(511)
    const limited = await failureOf(stage.run({}, { driver }))
    expect(limited).toMatchObject({ class: 'rate_limited', message: expect.stringContaining('429') })
    stage.sdk.play = async function* (call) {
      yield init(call)
      yield retry(1, 511, { error_status: null, error: 'unknown' })
      await untilStopped(call.stopped)
    }
    expect(await failureOf(stage.run({}, { driver }))).toMatchObject({ class: 'transient' })
  })
})

it('reports when the limit of a subscription resets', async () => {
  const resetsAt = stage.clock.now() / 1000 + 3_600
  stage.sdk.play = sessionOf(
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt } },
    result({ is_error: true, api_error_status: 429, result: "You've hit your limit" }),
  )
  expect(await failureOf(stage.run())).toMatchObject({ class: 'rate_limited', retryAfterMs: 3_600_000 })
})

describe('the reset of a limit', () => {
  const limit = (more = {}) => ({
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt: stage.clock.now() / 1000 + 3_600, ...more },
  })

  it('is not used after the session went on', async () => {
    const failed = result({ is_error: true, api_error_status: 429, result: 'Slow down' })
    stage.sdk.play = sessionOf(limit(), ...streamed(10, 5), failed)
    const failure = await failureOf(stage.run())
    expect(failure).toMatchObject({ class: 'rate_limited' })
    expect(failure).not.toHaveProperty('retryAfterMs')
    // A subagent's answer tells nothing about the main thread.
    stage.sdk.play = sessionOf(limit(), ...streamed(10, 5, 'subagent'), failed)
    expect(await failureOf(stage.run())).toMatchObject({ retryAfterMs: 3_600_000 })
  })

  it('is not used if extra usage covers the request', async () => {
    stage.sdk.play = sessionOf(limit({ isUsingOverage: true }), retry(1, 500), ...streamed(10, 5), result())
    expect((await stage.run()).text).toBe('Hello.')
    expect(stage.progress.filter(({ type }) => type === 'waiting')).toEqual([
      { type: 'waiting', reason: 'rate_limited', message: 'Slow down, [redacted].' },
    ])
  })

  it('is not used for a failure of the server', async () => {
    const failed = result({ is_error: true, api_error_status: 500, result: 'Broken' })
    stage.sdk.play = sessionOf(limit(), failed)
    const failure = await failureOf(stage.run())
    expect(failure).toMatchObject({ class: 'transient' })
    expect(failure).not.toHaveProperty('retryAfterMs')
    stage.sdk.play = sessionOf(limit(), retry(1, 500, { error_status: 500, error: 'server_error' }), failed)
    await failureOf(stage.run())
    expect(stage.progress.find(({ type }) => type === 'waiting')).not.toHaveProperty('until')
  })
})
