import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AmeliaError, type SessionProgress, type SessionRequest } from '@amelia/core/plugin'
import { createManualClock, type ManualClock } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { ClaudeOptions } from '../src/lib/claude-options.ts'
import { createClaude } from '../src/lib/create-claude.ts'
import {
  createFakeSdk,
  type FakeSdk,
  greet,
  hang,
  init,
  type Play,
  result,
  said,
  streamed,
  untilStopped,
} from './fake-sdk.ts'

const dir = mkdtempSync(join(tmpdir(), 'amelia-session-'))
afterAll(() => rmSync(dir, { recursive: true }))
const workspace = { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }

let sdk: FakeSdk
let clock: ManualClock
let progress: SessionProgress[]
beforeEach(() => {
  sdk = createFakeSdk()
  clock = createManualClock()
  progress = []
})

const driverOf = (options: ClaudeOptions = {}) =>
  createClaude({ apiKey: 'sk-test-key', ...options }, { load: async () => sdk, clock, environment: {} })

const run = (
  more: Partial<SessionRequest> = {},
  { driver = driverOf(), signal = new AbortController().signal } = {},
) =>
  driver.runSession(
    { role: 'developer', prompt: 'Work.', workspace, access: 'write', limits: {}, ...more },
    { signal, emit: (each) => progress.push(each) },
  )

const failureOf = async (session: Promise<unknown>) => {
  const error = await session.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return AmeliaError.is(error, 'DRIVER_FAILED') ? { message: error.message, ...error.details } : { error }
}

const sessionOf = (...messages: unknown[]): Play =>
  async function* () {
    yield init('one')
    yield* messages
  }

const usages = () => progress.filter((each) => each.type === 'usage').map(({ usage }) => usage)

/** Lets everything go on that needs no time. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('gives the SDK what a session is, and what its options say', async () => {
  const driver = driverOf({
    model: 'claude-x',
    effort: 'high',
    maxTurns: 7,
    sandbox: { enabled: true },
    tools: ['WebSearch', 'mcp__notes__read'],
    config: { betas: ['b'], cwd: '/elsewhere', permissionMode: 'bypassPermissions' },
  })
  const outputSchema = { type: 'object' }
  await run({ prompt: 'Look.', resume: 'earlier', limits: { usd: 2 }, outputSchema }, { driver })
  const { prompt, options } = sdk.calls[0] ?? { prompt: '', options: {} }
  expect(prompt).toBe('Look.')
  expect(options).toMatchObject({
    cwd: dir,
    model: 'claude-x',
    effort: 'high',
    maxTurns: 7,
    sandbox: { enabled: true },
    betas: ['b'],
    resume: 'earlier',
    maxBudgetUsd: 2,
    outputFormat: { type: 'json_schema', schema: outputSchema },
    permissionMode: 'default',
    settingSources: [],
    strictMcpConfig: true,
    verbatimPrompts: true,
  })
  expect(options.tools).toContain('WebSearch')
  expect(options.tools).not.toContain('mcp__notes__read')
  await run()
  for (const name of ['model', 'effort', 'resume', 'outputFormat', 'maxBudgetUsd', 'sandbox'])
    expect(sdk.calls[1]?.options).not.toHaveProperty(name)
})

it('answers what the agent asks, and refuses before it would ask', async () => {
  const theirs = { hooks: [] }
  await run({}, { driver: driverOf({ config: { hooks: { PreToolUse: [theirs], Stop: [theirs] } } }) })
  await run({ access: 'read' })
  type Ask = (name: string, input: unknown) => Promise<unknown>
  const [write, read] = sdk.calls.map(({ options }) => options.canUseTool as Ask)
  const input = { file_path: join(dir, 'a.txt') }
  expect(await write?.('Write', input)).toEqual({ behavior: 'allow', updatedInput: input })
  expect(await write?.('Write', { file_path: '/etc/passwd' })).toMatchObject({ behavior: 'deny' })
  expect(await read?.('Bash', { command: 'rm x' })).toMatchObject({ behavior: 'deny' })
  expect(await read?.('Write', input)).toMatchObject({ behavior: 'deny' })

  type Hook = (used: { tool_name: string; tool_input: unknown }) => Promise<unknown>
  const hooks = sdk.calls[0]?.options.hooks as { PreToolUse: { hooks: Hook[] }[]; Stop: unknown }
  expect(hooks.Stop).toEqual([theirs])
  expect(hooks.PreToolUse[1]).toBe(theirs)
  const [hook] = hooks.PreToolUse[0]?.hooks ?? []
  expect(await hook?.({ tool_name: 'Read', tool_input: input })).toEqual({})
  expect(await hook?.({ tool_name: 'Read', tool_input: { file_path: '/etc/passwd' } })).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny' },
  })
})

it('tells what a session says, does and uses, as plain text', async () => {
  const tool = { type: 'tool_use', name: 'Ba\u001b[31msh', input: { command: 'npm\n test\u001b[0m' } }
  sdk.play = sessionOf(
    ...streamed(100, 20),
    said('\u001b[31mred\u001b[0m'),
    { type: 'assistant', message: { content: [tool] } },
    ...streamed(50, 9, 'subagent'),
    { type: 'no such type' },
    'no object',
    result({ model_usage_since_last_result: { a: { inputTokens: 151, outputTokens: 30, costUSD: 0.5 } } }),
  )
  const { usage, text, sessionId } = await run()
  expect({ usage, text, sessionId }).toEqual({
    usage: { inputTokens: 151, outputTokens: 30, usd: 0.5 },
    text: 'Hello.',
    sessionId: 'one',
  })
  expect(progress.filter(({ type }) => type !== 'usage')).toEqual([
    { type: 'text', text: 'red' },
    { type: 'tool', name: 'Bash', summary: 'npm test' },
  ])
  expect(usages().map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])).toEqual([
    [100, 1],
    [100, 20],
    [150, 21],
    [150, 29],
    [151, 30],
  ])
})

it('tells apart what two sessions of one conversation cost, also where the agent gives totals only', async () => {
  const driver = driverOf()
  const total = (usd: number): Play =>
    sessionOf(...streamed(10, 5), result({ total_cost_usd: usd, model_usage_since_last_result: undefined }))
  sdk.play = total(0.25)
  expect((await run({}, { driver })).usage.usd).toBe(0.25)
  sdk.play = total(0.75)
  expect((await run({ resume: 'one' }, { driver })).usage.usd).toBe(0.5)
  // Of a conversation that this driver has not seen, the total says nothing.
  expect((await run({ resume: 'one' })).usage).toEqual({ inputTokens: 10, outputTokens: 5 })
})

it('stops when the tokens are used up, and lets the agent say what it cost', async () => {
  sdk.play = hang
  expect(await failureOf(run({ limits: { tokens: 15 } }))).toMatchObject({ class: 'budget_exceeded' })
  expect(sdk.interrupts).toBe(1)
  expect(usages().at(-1)).toEqual({ inputTokens: 10, outputTokens: 5, usd: 0.01 })
  expect(progress).not.toContainEqual({ type: 'text', text: 'I was not done.' })
})

it.each([{ tokens: 0 }, { usd: 0 }, { wallMs: -1 }])(
  'begins nothing when nothing is left: %o',
  async (limits) => {
    expect(await failureOf(run({ limits }))).toMatchObject({ class: 'budget_exceeded' })
    expect(sdk.calls).toEqual([])
  },
)

it('stops when its time is over', async () => {
  sdk.play = hang
  const session = failureOf(run({ limits: { wallMs: 60_000 } }))
  await settle()
  clock.advance(59_999)
  await settle()
  expect(sdk.interrupts).toBe(0)
  clock.advance(1)
  expect(await session).toMatchObject({ class: 'budget_exceeded', message: expect.stringContaining('60 s') })
})

it('is hung when it says nothing for too long; any message is a sign of life', async () => {
  sdk.play = async function* ({ stopped }) {
    yield init()
    await clock.wait(50_000)
    yield { type: 'tool_progress' }
    await untilStopped(stopped)
  }
  const session = failureOf(run({}, { driver: driverOf({ idleTimeoutMs: 60_000 }) }))
  for (const step of [50_000, 50_000, 9_999]) {
    await settle()
    clock.advance(step)
  }
  await settle()
  expect(sdk.interrupts).toBe(0)
  clock.advance(1)
  expect(await session).toMatchObject({ class: 'hung' })
})

it('takes the result of a program that does not end', async () => {
  sdk.play = async function* (call) {
    yield* greet(call)
    await untilStopped(call.stopped)
  }
  const session = run()
  await settle()
  clock.advance(10_000)
  expect((await session).text).toBe('Hello.')
  expect(sdk.interrupts).toBe(0)
})

it('ends a session that neither ends by itself nor when it is asked to', async () => {
  const ended: unknown[] = []
  sdk.play = async function* ({ options }) {
    yield init()
    const { signal } = options.abortController as AbortController
    await untilStopped(signal)
    ended.push(signal.aborted)
  }
  const stop = new AbortController()
  const session = run({}, { signal: stop.signal })
  await settle()
  stop.abort(new Error('enough'))
  await settle()
  clock.advance(1_500)
  await expect(session).rejects.toBe(stop.signal.reason)
  await settle()
  expect(ended).toEqual([true])
})

it('does not let the agent try again by itself', async () => {
  const retry = (more: Record<string, unknown>): Play =>
    async function* ({ stopped }) {
      yield init()
      yield { type: 'system', subtype: 'api_retry', retry_delay_ms: 7_000, ...more }
      await untilStopped(stopped)
    }
  sdk.play = retry({ error_status: 429, error: 'rate_limit' })
  expect(await failureOf(run())).toMatchObject({ class: 'rate_limited', retryAfterMs: 7_000 })
  sdk.play = retry({ error_status: null, error: 'unknown' })
  expect(await failureOf(run())).toMatchObject({ class: 'transient', retryAfterMs: 7_000 })
})

it('says when the limit of a plan is over', async () => {
  const resetsAt = clock.now() / 1000 + 3_600
  sdk.play = sessionOf(
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt } },
    result({ is_error: true, api_error_status: 429, result: "You've hit your limit" }),
  )
  expect(await failureOf(run())).toMatchObject({ class: 'rate_limited', retryAfterMs: 3_600_000 })
})

it('fails where the program ends without a result', async () => {
  sdk.play = sessionOf(said('I begin.'))
  expect(await failureOf(run())).toMatchObject({
    class: 'agent_failed',
    message: expect.stringContaining('without a result'),
  })
  sdk.play = async function* () {
    yield init()
    throw new Error('Claude Code process exited with code 1 (key sk-test-key)')
  }
  const { message } = (await failureOf(run())) as { message: string }
  expect(message).toContain('exited with code 1 (key [redacted])')
})

it('says what to install where the SDK cannot be loaded', async () => {
  const load = () => Promise.reject(new Error('Cannot find package'))
  const missing = createClaude({ apiKey: 'k' }, { load, environment: {} })
  expect(await failureOf(run({}, { driver: missing }))).toMatchObject({
    class: 'environment',
    message: expect.stringContaining('npm install @anthropic-ai/claude-agent-sdk@'),
  })
  const other = createClaude({ apiKey: 'k' }, { load: async () => ({}), environment: {} })
  expect(await failureOf(run({}, { driver: other }))).toMatchObject({ class: 'environment' })
})

it('needs a key and a folder', async () => {
  const nobody = createClaude({ home: dir }, { load: async () => sdk, environment: { HOME: dir } })
  expect(await failureOf(run({}, { driver: nobody }))).toMatchObject({
    class: 'auth',
    message: expect.stringContaining('ANTHROPIC_API_KEY'),
  })
  const { dir: _, ...inMemory } = workspace
  expect(await failureOf(run({ workspace: inMemory }))).toMatchObject({
    class: 'environment',
    message: expect.stringContaining('nodeHost'),
  })
  expect(sdk.calls).toEqual([])
})
