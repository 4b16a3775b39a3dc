import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createManualClock } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { describe, expect, it } from 'vitest'
import { codex } from '../src/index.ts'
import { message, untilAborted } from './fake-sdk.ts'
import { failure, good, stage } from './fake-stage.ts'

describe('before a session starts', () => {
  it('explains a missing key, an invalid server address and a missing SDK', async () => {
    const none = stage(good, { apiKey: '' })
    await expect(none.session()).rejects.toMatchObject(failure('auth', /OPENAI_API_KEY/))
    await expect(stage(good, { baseUrl: 'nowhere' }).session()).rejects.toMatchObject(
      failure('environment', /not a valid address/),
    )
    const absent = stage(good, {}, { load: () => Promise.reject(new Error('Cannot find package')) })
    await expect(absent.session()).rejects.toMatchObject(
      failure('environment', /npm install @openai\/codex-sdk@/),
    )
    const other = stage(good, {}, { load: async () => ({}) })
    await expect(other.session()).rejects.toMatchObject(failure('environment', /does not export Codex/))
    for (const { sessions, home } of [none, absent, other]) {
      expect(sessions).toEqual([])
      expect(readdirSync(home)).toEqual([])
    }
  })

  it('requires a folder and a token budget', async () => {
    const { session, dir } = stage()
    const workspace = { id: 'w', base: '0'.repeat(40), fs: workspaceFiles(dir) }
    await expect(session({ workspace })).rejects.toMatchObject(failure('environment', /in memory/))
    await expect(session({ limits: { tokens: 0 } })).rejects.toMatchObject(
      failure('budget_exceeded', /tokens is 0/),
    )
  })

  it('can be created without any check', () => {
    expect(codex({ apiKey: 'x' })).toMatchObject({
      id: 'codex',
      provider: 'api.openai.com',
      meters: ['tokens'],
    })
    expect(codex({ baseUrl: 'https://models.example.org/v1' }).provider).toBe('models.example.org')
    expect(codex({ provider: 'mine' }).provider).toBe('mine')
  })
})

describe('Codex gets', () => {
  it('a short environment with a marker, and a temporary folder that is deleted afterwards', async () => {
    const environment = {
      PATH: '/bin',
      HOME: '/home/x',
      LC_ALL: 'C',
      https_proxy: 'p',
      SECRET: 's',
      MINE: 'm',
      GITHUB_TOKEN: 't',
    }
    const { session, sessions, home } = stage(good, { passEnv: ['MINE'] }, { environment })
    await session()
    const { AMELIA_SESSION, TMPDIR, ...rest } = sessions[0]!.env
    expect(rest).toEqual({
      PATH: '/bin',
      HOME: '/home/x',
      LC_ALL: 'C',
      https_proxy: 'p',
      MINE: 'm',
      TERM: 'dumb',
      GIT_TERMINAL_PROMPT: '0',
      CODEX_HOME: home,
      RUST_LOG: 'codex_http_client::client=debug',
      AMELIA_CODEX_KEY: 'sk-secret-1',
    })
    expect(AMELIA_SESSION).toMatch(/^[0-9a-f-]{36}$/)
    expect(() => readdirSync(TMPDIR!)).toThrow(/ENOENT/)
  })

  it('a provider without retries, and neither telemetry nor questions', async () => {
    const { session, sessions } = stage(good, {
      baseUrl: 'http://127.0.0.1:9/v1',
      config: { web_search: 'live', features: { goals: true } },
    })
    await session()
    expect(sessions[0]!.config).toMatchObject({
      model_provider: 'amelia',
      model_providers: {
        amelia: {
          base_url: 'http://127.0.0.1:9/v1',
          env_key: 'AMELIA_CODEX_KEY',
          supports_websockets: false,
          request_max_retries: 0,
          stream_max_retries: 3,
        },
      },
      analytics: { enabled: false },
      // The options override single settings and keep the others.
      web_search: 'live',
      features: { goals: true, plugins: false, unbounded_connection_retries: false },
      shell_environment_policy: { exclude: ['AMELIA_CODEX_KEY', 'CODEX_HOME', 'RUST_LOG'] },
    })
    expect(sessions[0]!.options).toMatchObject({ approvalPolicy: 'never', skipGitRepoCheck: true })
  })

  it.each([
    [{}, 'write', 'workspace-write'],
    [{}, 'read', 'read-only'],
    [{ sandbox: 'danger-full-access' }, 'write', 'danger-full-access'],
    [{ sandbox: 'danger-full-access' }, 'read', 'read-only'],
    [{ readSandbox: 'danger-full-access' }, 'read', 'danger-full-access'],
  ] as const)('a sandbox: %o, %s: %s', async (options, access, sandboxMode) => {
    const { session, sessions, dir } = stage(good, options)
    await session({ access })
    expect(sessions[0]!.options).toMatchObject({
      sandboxMode,
      workingDirectory: dir,
      networkAccessEnabled: false,
    })
  })

  it('the model, effort and network access from the options, if set', async () => {
    const named = stage(good, { model: 'm', effort: 'high', network: true })
    await named.session()
    expect(named.sessions[0]!.options).toMatchObject({
      model: 'm',
      modelReasoningEffort: 'high',
      networkAccessEnabled: true,
    })
    const plain = stage()
    await plain.session()
    expect(plain.sessions[0]!.options).not.toHaveProperty('model')
    expect(plain.sessions[0]!.options).not.toHaveProperty('modelReasoningEffort')
  })
})

describe('the output of a session', () => {
  it('is reported in one line each, a command when it starts and anything else when it completes', async () => {
    const { session, progress, dir } = stage(async function* (own) {
      yield { type: 'item.started', item: { type: 'command_execution', command: 'npm\n  test \u001b[1m' } }
      yield { type: 'item.completed', item: { type: 'command_execution', command: 'npm test' } }
      yield {
        type: 'item.completed',
        item: { type: 'file_change', changes: [{ path: join(dir, 'a.js') }, { path: 'b.js' }] },
      }
      yield { type: 'item.completed', item: { type: 'mcp_tool_call', server: 's', tool: 't' } }
      yield { type: 'item.completed', item: { type: 'web_search', query: 'x'.repeat(500) } }
      const items = [{ text: '1a', completed: true }]
      yield { type: 'item.updated', item: { type: 'todo_list', items } }
      yield { type: 'item.completed', item: { type: 'todo_list', items } }
      yield null
      yield* good(own)
    })
    await session()
    expect(progress.filter(({ type }) => type !== 'usage')).toEqual([
      { type: 'session', sessionId: 'thread-0' },
      { type: 'tool', name: 'command', summary: 'npm test' },
      { type: 'tool', name: 'edit', summary: 'a.js, b.js' },
      { type: 'tool', name: 't', summary: 's' },
      { type: 'tool', name: 'search', summary: `${'x'.repeat(199)}…` },
      { type: 'todo', items: [{ text: '1a', status: 'completed' }] },
      { type: 'text', text: 'done' },
    ])
    expect(progress.at(-1)).toEqual({
      type: 'usage',
      usage: { inputTokens: 10, cachedInputTokens: 1, outputTokens: 5 },
    })
  })

  it('is structured only if a schema was given and the text is JSON', async () => {
    const outputSchema = { type: 'object' }
    expect(await stage().session({ outputSchema })).not.toHaveProperty('output')
    const { sessions, session } = stage(function* () {
      yield message('{"a":1}')
      yield { type: 'turn.completed', usage: {} }
    })
    expect(await session({ outputSchema })).toMatchObject({ output: { a: 1 }, usage: { inputTokens: 0 } })
    expect(sessions[0]!.outputSchema).toEqual(outputSchema)
    expect(await session()).not.toHaveProperty('output')
  })
})

describe('a session that ends early', () => {
  it('stops after the response that exceeds its tokens, and reports nothing after it', async () => {
    const { session, progress } = stage(async function* (own) {
      for (;;) {
        own.spend(10, 5)
        yield message('x')
      }
    })
    await expect(session({ limits: { tokens: 28 } })).rejects.toMatchObject(
      failure('budget_exceeded', /limit of 28 tokens/),
    )
    expect(progress.map((said) => (said.type === 'usage' ? said.usage.inputTokens : said.type))).toEqual([
      'session',
      'text',
      10,
      'text',
      20,
    ])
  })

  it('is interrupted if its program was ended from outside, and charged for its last response', async () => {
    const { session, progress } = stage(async function* (own) {
      yield message('x')
      own.spend(7, 3)
      throw new Error('Codex Exec exited with signal SIGKILL: ')
    })
    await expect(session()).rejects.toMatchObject(failure('interrupted', /SIGKILL/))
    expect(progress.at(-1)).toEqual({
      type: 'usage',
      usage: { inputTokens: 7, cachedInputTokens: 0, outputTokens: 3 },
    })
  })

  it('does not include one whose events arrive within the idle limit', async () => {
    const clock = createManualClock()
    const { session } = stage(
      async function* (own) {
        for (let word = 0; word < 5; word += 1) {
          yield message('x')
          clock.advance(59_000)
        }
        yield* good(own)
      },
      { idleTimeoutMs: 60_000 },
      { clock },
    )
    expect(await session({ limits: { wallMs: 400_000 } })).toMatchObject({ text: 'done' })
    expect(clock.waiting).toBe(0)
  })

  it('is a failure of the agent if the turn did not complete, whatever its messages', async () => {
    const { session } = stage(function* () {
      yield message('all done')
    })
    await expect(session()).rejects.toMatchObject(failure('agent_failed', /without completing/))
  })

  it('is charged for its usage', async () => {
    const { session, progress } = stage(function* (own) {
      own.spend(7, 3)
      yield { type: 'turn.failed', error: { message: 'unexpected status 503 away' } }
      throw new Error('Codex Exec exited with code 1')
    })
    await expect(session()).rejects.toMatchObject(failure('transient', /away/))
    expect(progress.at(-1)).toEqual({
      type: 'usage',
      usage: { inputTokens: 7, cachedInputTokens: 0, outputTokens: 3 },
    })
  })

  it('is stopped at the idle limit and at the time limit', async () => {
    for (const [limits, name] of [
      [{}, 'hung'],
      [{ wallMs: 50_000 }, 'budget_exceeded'],
    ] as const) {
      const clock = createManualClock()
      const { session } = stage(
        async function* ({ signal }) {
          // Each event resets the idle limit.
          for (let word = 0; word < 3; word += 1) {
            yield message('x')
            clock.advance(40_000)
          }
          clock.advance(20_000)
          await untilAborted(signal)
        },
        { idleTimeoutMs: 60_000 },
        { clock },
      )
      await expect(session({ limits })).rejects.toMatchObject(failure(name, /60 s|50 s/))
    }
  })

  it('succeeds if only its program does not exit', async () => {
    const clock = createManualClock()
    const { session } = stage(
      async function* (own) {
        yield* good(own)
        queueMicrotask(() => clock.advance(10_000))
        await untilAborted(own.signal)
      },
      {},
      { clock },
    )
    expect(await session()).toMatchObject({ text: 'done', usage: { inputTokens: 10, outputTokens: 5 } })
    expect(clock.waiting).toBe(0)
  })

  it('is stopped by its signal, even after its turn completed', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped')
    const { session } = stage(async function* (own) {
      yield* good(own)
      stop.abort(reason)
      await untilAborted(own.signal)
    })
    await expect(session({}, stop.signal)).rejects.toBe(reason)
  })
})
