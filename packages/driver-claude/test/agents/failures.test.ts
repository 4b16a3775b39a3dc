import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@amelia/core/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, fail, type Reply, say } from './fake-anthropic.ts'
import { failureOf, lastUsage, openRealClaude, type RealClaude, testKey } from './real-claude.ts'

const tools = mkdtempSync(join(tmpdir(), 'amelia-program-'))
afterAll(() => rmSync(tools, { recursive: true }))

/** Each wait ends the session: see waits.test.ts for those that stay inside. */
const impatient = { waitLimitMs: 0 }

let claude: RealClaude
beforeEach(async () => {
  claude = await openRealClaude()
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

interface Row {
  what: string
  reply: Reply
  class: string
  says?: RegExp
  /** Maximum number of requests to the server. */
  requests?: number
  /** Whether the program repeats its request, and is stopped: it may have sent the second one by then. */
  stopped?: boolean
}

const rows: Row[] = [
  {
    what: '401',
    reply: fail(401, 'authentication_error', `invalid x-api-key ${testKey}`),
    class: 'auth',
    says: /ANTHROPIC_API_KEY/,
    stopped: true,
  },
  { what: '402', reply: fail(402, 'billing_error', 'Please pay'), class: 'permission', says: /balance/ },
  { what: '403', reply: fail(403, 'permission_error', 'Not for you'), class: 'permission', says: /403/ },
  {
    what: 'an empty account, which is a 400',
    reply: fail(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    class: 'permission',
  },
  // The agent removes one part of its request after the other, which cannot be switched off.
  {
    what: '400',
    reply: fail(400, 'invalid_request_error', 'messages: bad thing'),
    class: 'agent_failed',
    says: /bad thing/,
    requests: 8,
  },
  {
    what: '404 for the model',
    reply: fail(404, 'not_found_error', 'model: claude-none'),
    class: 'environment',
    says: /`model`/,
    requests: 2,
  },
  { what: '529', reply: fail(529, 'overloaded_error', 'Overloaded'), class: 'rate_limited', stopped: true },
  { what: '500', reply: fail(500, 'api_error', 'Internal error'), class: 'transient', stopped: true },
  { what: '503', reply: fail(503, 'api_error', 'Unavailable'), class: 'transient', stopped: true },
  { what: 'a connection that is cut', reply: { kind: 'drop' }, class: 'transient', stopped: true },
  {
    what: 'a prompt that is too long',
    reply: fail(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    class: 'context_overflow',
  },
  {
    what: '413',
    reply: fail(413, 'request_too_large', 'Request exceeds the maximum size'),
    class: 'context_overflow',
  },
  {
    what: 'an answer that never ends',
    reply: { kind: 'answer', blocks: [{ type: 'text', text: 'and' }], stop: 'max_tokens' },
    class: 'agent_failed',
    requests: 8,
  },
  {
    what: 'a refusal',
    reply: { kind: 'answer', blocks: [{ type: 'text', text: 'No.' }], stop: 'refusal' },
    class: 'refused',
    says: /can't help with this/,
    requests: 2,
  },
]

describe('responses of the server', () => {
  it.each(rows)(
    '$what is $class',
    async ({ reply, class: expected, says = /./, stopped = false, requests = stopped ? 2 : 1 }) => {
      if (expected === 'rate_limited' || expected === 'transient') {
        await claude.close()
        claude = await openRealClaude(impatient)
      }
      claude.api.play(stopped ? [reply, { kind: 'hang' }] : [reply])
      const session = await claude.run()
      expect(failureOf(session)).toMatchObject({ class: expected, message: expect.stringMatching(says) })
      expect(String(session.error)).not.toContain(testKey)
      expect(claude.api.requests.length).toBeLessThanOrEqual(requests)
    },
  )

  it('429 is rate_limited, until the time that the server states', async () => {
    await claude.close()
    claude = await openRealClaude(impatient)
    claude.api.play([
      call('Bash', { command: 'ls' }),
      fail(429, 'rate_limit_error', 'Slow down', { 'retry-after': '37' }),
    ])
    const session = await claude.run()
    const { class: failure, retryAfterMs } = failureOf(session) as { class: string; retryAfterMs: number }
    expect(failure).toBe('rate_limited')
    // The agent adds up to a quarter.
    expect(retryAfterMs).toBeGreaterThanOrEqual(37_000)
    expect(retryAfterMs).toBeLessThanOrEqual(37_000 * 1.25)
    expect(claude.api.requests).toHaveLength(2)
    // Usage before the failure counts.
    expect(lastUsage(session)).toMatchObject({ inputTokens: 100, outputTokens: 20 })
    expect(lastUsage(session)?.usd).toBeGreaterThan(0)
  })
})

describe('failures of the program', () => {
  it('is killed: interrupted', async () => {
    claude.api.play([call('Bash', { command: 'kill -KILL $PPID; sleep 60' }), say('Never.')])
    const session = await claude.run()
    expect(failureOf(session)).toMatchObject({
      class: 'interrupted',
      message: expect.stringContaining('SIGKILL'),
    })
  })

  it('ends at once, with a word on its error output: agent_failed', async () => {
    const program = join(tools, 'claude')
    writeFileSync(program, '#!/bin/sh\necho "a library is missing" >&2\nexit 3\n', { mode: 0o755 })
    await claude.close()
    claude = await openRealClaude({ program })
    expect(failureOf(await claude.run({ prompt: 'x'.repeat(1_000_000) }))).toMatchObject({
      class: 'agent_failed',
      message: expect.stringMatching(/code 3.*a library is missing/),
    })
  })

  it('does not exist: environment', async () => {
    await claude.close()
    claude = await openRealClaude({ program: '/nowhere/claude' })
    expect(failureOf(await claude.run())).toMatchObject({
      class: 'environment',
      message: expect.stringContaining('/nowhere/claude'),
    })
  })

  it('has no sandbox although one is required: environment', async () => {
    await claude.close()
    // Where nothing can be found, what a sandbox needs cannot either.
    claude = await openRealClaude({ sandbox: { enabled: true } }, { PATH: '/nowhere' })
    expect(failureOf(await claude.run())).toMatchObject({
      class: 'environment',
      message: expect.stringContaining('andbox'),
    })
    expect(claude.api.requests).toEqual([])
  })

  it('cannot reach the server: transient', async () => {
    await claude.close()
    claude = await openRealClaude({ baseUrl: 'http://127.0.0.1:9', ...impatient })
    expect(failureOf(await claude.run())).toMatchObject({ class: 'transient' })
  })

  it('receives nothing from the model: hung', async () => {
    await claude.close()
    const clock = createManualClock()
    claude = await openRealClaude({ idleTimeoutMs: 60_000 }, {}, { clock })
    claude.api.play(() => {
      clock.advance(60_000)
      return { kind: 'hang' }
    })
    expect(failureOf(await claude.run())).toMatchObject({ class: 'hung' })
  })

  it('has no time left: budget_exceeded', async () => {
    await claude.close()
    const clock = createManualClock()
    claude = await openRealClaude({}, {}, { clock })
    claude.api.play((_, turn) => {
      // The session has reported the usage of its first answer.
      if (turn === 1) clock.advance(3_000)
      return turn === 0 ? call('Bash', { command: 'true' }) : { kind: 'hang' }
    })
    const session = await claude.run({ limits: { wallMs: 3_000 } })
    expect(failureOf(session)).toMatchObject({ class: 'budget_exceeded' })
    expect(lastUsage(session)).toMatchObject({ inputTokens: 100 })
  })
})
