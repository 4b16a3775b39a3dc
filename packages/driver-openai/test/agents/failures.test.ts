import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createManualClock } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import type { CodexSdk } from '../../src/lib/session/codex-sdk.ts'
import { folder, setCodexStage, testKey } from './codex-stage.ts'
import { type ModelAnswer, run, say } from './fake-responses.ts'
import { processesOf } from './processes-of.ts'
import { loadRealSdk } from './real-codex.ts'

const refusal = (
  status: number,
  message: string,
  more: object = {},
  headers: Record<string, string> = {},
): ModelAnswer => ({ status, headers, body: { error: { message, ...more } } })

/** The server's reaction, and the expected failure. */
const table: [string, ModelAnswer, string, RegExp, number?][] = [
  [
    '401',
    refusal(401, `Incorrect API key provided: ${testKey}`),
    'auth',
    /set another one in OPENAI_API_KEY/,
  ],
  ['402', refusal(402, 'Payment required'), 'permission', /Payment required/],
  ['403', refusal(403, 'Your country is not supported'), 'permission', /country is not supported/],
  ['400', refusal(400, 'Unknown parameter: x'), 'agent_failed', /Unknown parameter: x/],
  ['404', refusal(404, 'The model does not exist'), 'environment', /Check the options/],
  ['429', refusal(429, 'Slow down'), 'rate_limited', /429/],
  ['429 with a time', refusal(429, 'x', {}, { 'retry-after': '7' }), 'rate_limited', /429/, 7_000],
  [
    '429, no money',
    refusal(429, 'You exceeded it', { code: 'insufficient_quota' }),
    'permission',
    /Quota exceeded/,
  ],
  ['500', refusal(500, 'boom'), 'transient', /high demand/],
  ['503', refusal(503, 'away'), 'transient', /away/],
  ['503 with a time', refusal(503, 'x', {}, { 'retry-after': '3' }), 'transient', /503/, 3_000],
  ['529', refusal(529, 'overloaded'), 'rate_limited', /overloaded/],
  ['overloaded', refusal(503, 'x', { code: 'server_is_overloaded' }), 'rate_limited', /at capacity/],
  ['too long', refusal(400, 'Too long', { code: 'context_length_exceeded' }), 'context_overflow', /Too long/],
  [
    'too long, midway',
    { failed: { code: 'context_length_exceeded', message: 'x' } },
    'context_overflow',
    /ran out of room/,
  ],
  [
    'a rate limit midway',
    { failed: { code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 11.054s.' } },
    'rate_limited',
    /Rate limit/,
    11_054,
  ],
  ['a filter', { incomplete: 'content_filter' }, 'refused', /content_filter/],
  [
    'a flagged prompt',
    refusal(400, 'Invalid prompt: it was flagged as potentially violating our usage policy.'),
    'refused',
    /flagged/,
  ],
  ['an error midway', { failed: { code: 'server_error', message: 'oh' } }, 'transient', /disconnected/],
  ['a broken connection', 'cut', 'transient', /disconnected/],
]

describe('errors of the server become failure classes', () => {
  it.each(table)('%s', async (_name, answer, failure, message, retryAfterMs) => {
    const stage = await setCodexStage(() => answer, { waitLimitMs: 2_000 })
    const error = await stage.session().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({
      code: 'DRIVER_FAILED',
      message: expect.stringMatching(message),
      details: { class: failure },
    })
    expect((error as { details: object }).details).toEqual(
      retryAfterMs === undefined ? { class: failure } : { class: failure, retryAfterMs },
    )
    expect((error as Error).message).not.toContain(testKey)
    // Codex repeats a request three times at most, and only where that may help; the rest is the run's.
    const most = failure === 'transient' || failure === 'refused' || failure === 'rate_limited' ? 4 : 1
    expect(stage.model.requests.length).toBeLessThanOrEqual(retryAfterMs === undefined ? most : 1)
  })
})

it('distinguishes an unreachable server from one that rejects', async () => {
  const stage = await setCodexStage(() => [say('x')], { baseUrl: 'http://127.0.0.1:9/v1' })
  await expect(stage.session()).rejects.toMatchObject({ details: { class: 'transient' } })
})

it('charges the usage before the failure', async () => {
  const stage = await setCodexStage(({ outputs }) =>
    outputs.length === 0 ? [run('true')] : refusal(503, 'away'),
  )
  await expect(stage.session()).rejects.toMatchObject({ details: { class: 'transient' } })
  expect(stage.progress.filter(({ type }) => type === 'usage').at(-1)).toEqual({
    type: 'usage',
    usage: { inputTokens: 100, cachedInputTokens: 10, outputTokens: 20 },
  })
})

it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'is interrupted if %s ends its program',
  async (signal) => {
    const stage = await setCodexStage(() => {
      for (const [pid] of processesOf(`CODEX_HOME=${stage.home}`)) process.kill(pid, signal)
      return 'hang'
    })
    await expect(stage.session()).rejects.toMatchObject({
      details: { class: 'interrupted' },
      message: expect.stringContaining(signal === 'SIGINT' ? 'a signal' : signal),
    })
  },
)

it('ends a session at its idle limit', async () => {
  const clock = createManualClock()
  const stage = await setCodexStage(() => 'hang', { idleTimeoutMs: 60_000 }, { clock })
  const session = stage.session()
  void stage.model.requested(1).then(() => clock.advance(60_000))
  await expect(session).rejects.toMatchObject({
    details: { class: 'hung' },
    message: expect.stringContaining('60 s'),
  })
  expect(processesOf(`CODEX_HOME=${stage.home}`).size).toBe(0)
})

it('ends a session at its time limit', async () => {
  const clock = createManualClock()
  const stage = await setCodexStage(() => 'hang', {}, { clock })
  const session = stage.session({ limits: { wallMs: 5_000 } })
  void stage.model.requested(1).then(() => clock.advance(5_000))
  await expect(session).rejects.toMatchObject({ details: { class: 'budget_exceeded' } })
})

/** The vendor's package with another program. */
const withProgram = (script: string) => {
  const path = join(folder('program'), 'codex')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return async () => {
    const { Codex } = (await loadRealSdk()) as CodexSdk
    return {
      Codex: class {
        constructor(options: ConstructorParameters<typeof Codex>[0]) {
          return new Codex(Object.assign({ codexPathOverride: path }, options))
        }
      },
    }
  }
}
const started = `echo '{"type":"thread.started","thread_id":"t1"}'; cat > /dev/null`
const completed = `echo '{"type":"turn.completed","usage":{"input_tokens":5,"output_tokens":1}}'`

it.each([
  ['ends without completing its turn', started, 'agent_failed', /without completing/],
  [
    'crashes',
    `${started}; echo 'thread panicked at main.rs' >&2; exit 101`,
    'agent_failed',
    /code 101.*panicked/s,
  ],
  [
    'cannot read its configuration',
    `echo 'Error loading config.toml: bad' >&2; exit 1`,
    'environment',
    /config/,
  ],
  ['ends before it has read its prompt', 'exec < /dev/null; exit 3', 'agent_failed', /code 3/],
  ['says what nobody understands', `${started}; echo 'not json'`, 'agent_failed', /not json/],
])('a program that %s', async (_name, script, failure, message) => {
  const stage = await setCodexStage(() => [say('x')], {}, { load: withProgram(script) })
  // More than the capacity of a pipe.
  await expect(stage.session({ prompt: 'long '.repeat(100_000) })).rejects.toMatchObject({
    details: { class: failure },
    message: expect.stringMatching(message),
  })
})

it('ignores unknown events, and ends a program that does not exit after its turn', async () => {
  const clock = createManualClock()
  const strange = `echo '{"type":"turn.wondered","x":1}'; echo '{"type":"item.completed","item":{"type":"dream"}}'; echo 7`
  const load = withProgram(`${started}; ${strange}; ${completed}; sleep 1000`)
  const stage = await setCodexStage(() => [say('x')], {}, { load, clock })
  const session = stage.session()
  const late = setInterval(() => clock.advance(1_000), 20)
  try {
    await expect(session).resolves.toMatchObject({
      usage: { inputTokens: 5, cachedInputTokens: 0, outputTokens: 1 },
    })
  } finally {
    clearInterval(late)
  }
  expect(processesOf(`CODEX_HOME=${stage.home}`).size).toBe(0)
})

it('reports a session that cannot be resumed', async () => {
  const stage = await setCodexStage(() => [say('x')])
  await expect(stage.session({ resume: '01a20219-dc30-7f91-aaed-5fe1b4ffdd31' })).rejects.toMatchObject({
    details: { class: 'session_lost' },
    message: expect.stringContaining('its log does not exist'),
  })
})
