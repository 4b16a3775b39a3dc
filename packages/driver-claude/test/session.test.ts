import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createClaude } from '../src/lib/create-claude.ts'
import { type FakeCall, init, result, said, streamed } from './fake-sdk.ts'
import { createStage, dir, failureOf, sessionOf, type Stage, workspace } from './stage.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})

const noCall: Pick<FakeCall, 'prompt' | 'options'> = { prompt: '', options: {} }

it('passes the request and the options to the SDK', async () => {
  const driver = stage.driverOf({
    model: 'claude-x',
    effort: 'high',
    maxTurns: 7,
    sandbox: { enabled: true },
    tools: ['WebSearch', 'mcp__notes__read'],
    config: { betas: ['b'], cwd: '/elsewhere', permissionMode: 'bypassPermissions' },
  })
  const outputSchema = { type: 'object' }
  const sessionId = randomUUID()
  await stage.run({ prompt: 'Look.', sessionId, limits: { usd: 2 }, outputSchema }, { driver })
  const { prompt, options } = stage.sdk.calls[0] ?? noCall
  expect(prompt).toBe('Look.')
  expect(options).toMatchObject({
    cwd: dir,
    model: 'claude-x',
    effort: 'high',
    maxTurns: 7,
    sandbox: { enabled: true },
    betas: ['b'],
    sessionId,
    maxBudgetUsd: 2,
    outputFormat: { type: 'json_schema', schema: outputSchema },
    permissionMode: 'default',
    systemPrompt: { preset: 'claude_code' },
    settingSources: [],
    strictMcpConfig: true,
    verbatimPrompts: true,
  })
  expect(options.tools).toContain('WebSearch')
  expect(options.tools).not.toContain('mcp__notes__read')
  await stage.run({}, { driver: stage.driverOf({ config: { systemPrompt: 'My own.' } }) })
  expect(stage.sdk.calls[1]?.options.systemPrompt).toBe('My own.')
  for (const name of ['model', 'effort', 'resume', 'outputFormat', 'maxBudgetUsd', 'sandbox'])
    expect(stage.sdk.calls[1]?.options).not.toHaveProperty(name)
})

it('answers permission requests, and refuses calls that need no permission', async () => {
  const theirs = { hooks: [] }
  await stage.run(
    {},
    { driver: stage.driverOf({ config: { hooks: { PreToolUse: [theirs], Stop: [theirs] } } }) },
  )
  await stage.run({ access: 'read' })
  type Ask = (name: string, input: unknown) => Promise<unknown>
  const [write, read] = stage.sdk.calls.map(({ options }) => options.canUseTool as Ask)
  const input = { file_path: join(dir, 'a.txt') }
  expect(await write?.('Write', input)).toEqual({ behavior: 'allow', updatedInput: input })
  expect(await write?.('Write', { file_path: '/etc/passwd' })).toMatchObject({ behavior: 'deny' })
  expect(await read?.('Bash', { command: 'rm x' })).toMatchObject({ behavior: 'deny' })
  expect(await read?.('Write', input)).toMatchObject({ behavior: 'deny' })

  type Hook = (used: { tool_name: string; tool_input: unknown }) => Promise<unknown>
  const hooks = stage.sdk.calls[0]?.options.hooks as { PreToolUse: { hooks: Hook[] }[]; Stop: unknown }
  expect(hooks.Stop).toEqual([theirs])
  expect(hooks.PreToolUse[1]).toBe(theirs)
  const [hook] = hooks.PreToolUse[0]?.hooks ?? []
  expect(await hook?.({ tool_name: 'Read', tool_input: input })).toEqual({})
  expect(await hook?.({ tool_name: 'Read', tool_input: { file_path: '/etc/passwd' } })).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny' },
  })
})

it.each([
  [{ sandbox: true }, { enabled: true, allowUnsandboxedCommands: false }],
  [{ sandbox: { enabled: true, autoAllowBashIfSandboxed: true } }, { enabled: true }],
  [{ config: { sandbox: { enabled: true } } }, { enabled: true }],
])('permits no command of a read-only session for its sandbox: %o', async (options, sandbox) => {
  const driver = stage.driverOf(options)
  await stage.run({ access: 'read' }, { driver })
  expect(stage.sdk.calls[0]?.options.sandbox).toEqual({ ...sandbox, autoAllowBashIfSandboxed: false })
  await stage.run({ access: 'write' }, { driver })
  expect(stage.sdk.calls[1]?.options.sandbox).not.toHaveProperty('autoAllowBashIfSandboxed', false)
})

it('reports messages, tool calls and usage as plain text', async () => {
  const tool = { type: 'tool_use', name: 'Ba\u001b[31msh', input: { command: 'npm\n test\u001b[0m' } }
  stage.sdk.play = sessionOf(
    ...streamed(100, 20),
    said('\u001b[31mred\u001b[0m'),
    { type: 'assistant', message: { content: [tool] } },
    ...streamed(50, 9, 'subagent'),
    { type: 'no such type' },
    'no object',
    result({ model_usage_since_last_result: { a: { inputTokens: 151, outputTokens: 30, costUSD: 0.5 } } }),
  )
  const asked = randomUUID()
  const { usage, text, sessionId } = await stage.run({ sessionId: asked })
  expect({ usage, text, sessionId }).toEqual({
    usage: { inputTokens: 151, cachedInputTokens: 0, outputTokens: 30, usd: 0.5 },
    text: 'Hello.',
    sessionId: asked,
  })
  expect(stage.progress.filter(({ type }) => type !== 'usage')).toEqual([
    { type: 'session', sessionId: asked },
    { type: 'text', text: 'red' },
    { type: 'tool', name: 'Bash', summary: 'npm test' },
  ])
  expect(stage.usages().map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])).toEqual([
    [100, 1],
    [100, 20],
    [150, 21],
    [150, 29],
    [151, 30],
  ])
})

it('separates the cost of the sessions of one conversation, even if the agent reports totals only', async () => {
  const play = (usd: number) => {
    stage.sdk.play = sessionOf(
      ...streamed(10, 5),
      result({ total_cost_usd: usd, model_usage_since_last_result: undefined }),
    )
  }
  play(0.25)
  const { sessionId = '', usage } = await stage.run()
  expect(usage.usd).toBe(0.25)
  // Another process knows the total from the transcript.
  play(0.75)
  expect((await stage.run({ resume: sessionId })).usage.usd).toBe(0.5)
})

it('fails if the program ends without a result', async () => {
  stage.sdk.play = sessionOf(said('I begin.'))
  expect(await failureOf(stage.run())).toMatchObject({
    class: 'agent_failed',
    message: expect.stringContaining('without a result'),
  })
  stage.sdk.play = async function* (call) {
    yield init(call)
    throw new Error('Claude Code process exited with code 1 (key sk-test-key)')
  }
  const { message } = (await failureOf(stage.run())) as { message: string }
  expect(message).toContain('exited with code 1 (key [redacted])')
})

it('explains how to install an SDK that cannot be loaded', async () => {
  const load = () => Promise.reject(new Error('Cannot find package'))
  const missing = createClaude({ apiKey: 'k' }, { load, environment: {} })
  expect(await failureOf(stage.run({}, { driver: missing }))).toMatchObject({
    class: 'environment',
    message: expect.stringContaining('npm install @anthropic-ai/claude-agent-sdk@'),
  })
  const other = createClaude({ apiKey: 'k' }, { load: async () => ({}), environment: {} })
  expect(await failureOf(stage.run({}, { driver: other }))).toMatchObject({ class: 'environment' })
})

it('requires a key and a folder', async () => {
  const nobody = createClaude({ home: dir }, { load: async () => stage.sdk, environment: { HOME: dir } })
  expect(await failureOf(stage.run({}, { driver: nobody }))).toMatchObject({
    class: 'auth',
    message: expect.stringContaining('ANTHROPIC_API_KEY'),
  })
  const { dir: _, ...inMemory } = workspace
  expect(await failureOf(stage.run({ workspace: inMemory }))).toMatchObject({
    class: 'environment',
    message: expect.stringContaining('nodeHost'),
  })
  expect(stage.sdk.calls).toEqual([])
})
