import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call, fail, type Reply, say, type Script, textOf } from './fake-anthropic.ts'
import { failureOf, openRealClaude, type RealClaude } from './real-claude.ts'

let claude: RealClaude
beforeEach(async () => {
  claude = await openRealClaude()
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

const slowDown = (headers: Record<string, string> = {}): Reply =>
  fail(429, 'rate_limit_error', 'Slow down, please', headers)

/** A developer who appends a line to a file in each turn. Refuses the requests with these numbers, from 1. */
const lines = (turns: number, refuses: (request: number) => Reply | undefined): Script => {
  let requests = 0
  return (request) => {
    requests += 1
    // After a resume, the agent adds an answer that uses no tool.
    const answered = textOf(request).split('"type":"tool_use"').length - 1
    const next = answered < turns ? call('Bash', { command: `echo ${answered} >> lines` }) : say('Done.')
    return refuses(requests) ?? next
  }
}

const written = (): string[] => readFileSync(join(claude.dir, 'lines'), 'utf8').trim().split('\n')
const upTo = (turns: number): string[] => Array.from({ length: turns }, (_, turn) => String(turn))

it('loses no turn if every fifth request is refused', async () => {
  const turns = 22
  let refused = 0
  claude.api.play(
    lines(turns, (request) => {
      if (request % 5 !== 0) return undefined
      refused += 1
      return slowDown()
    }),
  )
  const { result, progress } = await claude.run()
  expect(result?.text).toBe('Done.')
  expect(written()).toEqual(upTo(turns))
  // Each answer is one request; nothing is asked for twice.
  expect(claude.api.requests).toHaveLength(turns + 1 + refused)
  expect(refused).toBe(5)
  const waits = progress.filter(({ type }) => type === 'waiting')
  // The agent's own waits, with the provider's message.
  expect(waits).toEqual(
    Array.from({ length: refused }, () => ({
      type: 'waiting',
      reason: 'rate_limited',
      message: 'Slow down, please',
    })),
  )
  console.log(
    `429 on every 5th request: ${claude.api.requests.length} requests, ${turns + 1} answers, ${refused} refusals`,
  )
})

it('reports until when the server asked to wait, and waits inside the session', async () => {
  claude.api.play([slowDown({ 'retry-after': '2' }), say('Done.')])
  const before = Date.now()
  const { result, progress } = await claude.run()
  expect(result?.text).toBe('Done.')
  const [wait] = progress.filter((each) => each.type === 'waiting')
  expect(wait?.until).toBeGreaterThanOrEqual(before + 2_000)
  expect(wait?.message).toBe('Slow down, please')
})

it.each([429, 529])('ends at once if the server asks for a minute or more with %i', async (status) => {
  const type = status === 429 ? 'rate_limit_error' : 'overloaded_error'
  claude.api.play([fail(status, type, 'Come back later', { 'retry-after': '200' }), say('Never.')])
  const failure = failureOf(await claude.run())
  expect(failure).toMatchObject({
    class: 'rate_limited',
    message: expect.stringContaining('Come back later'),
  })
  const { retryAfterMs } = failure as { retryAfterMs: number }
  expect(retryAfterMs).toBeGreaterThanOrEqual(200_000)
  expect(retryAfterMs).toBeLessThanOrEqual(200_000 * 1.25)
  expect(claude.api.requests).toHaveLength(1)
})

it('ends in an outage when its waits exceed the limit, and continues at the turn where it stopped', async () => {
  await claude.close()
  claude = await openRealClaude({ waitLimitMs: 2_000 })
  let isDown = false
  let refused = 0
  const model = lines(6, () => {
    if (!isDown) return undefined
    refused += 1
    return fail(503, 'api_error', 'Unavailable')
  })
  claude.api.play(async (request, turn) => {
    isDown ||= textOf(request).includes('echo 2 ') && refused === 0
    return model(request, turn)
  })
  const first = await claude.run()
  const failure = failureOf(first)
  expect(failure).toMatchObject({ class: 'transient', message: expect.stringContaining('Unavailable') })
  // The agent's own guess is not a time that the server asked for.
  expect(failure).not.toHaveProperty('retryAfterMs')
  expect(written()).toEqual(upTo(3))

  isDown = false
  const [session] = first.progress.filter((each) => each.type === 'session')
  const second = await claude.run({ prompt: 'Continue.', resume: session?.sessionId ?? '' })
  expect(second.result?.text).toBe('Done.')
  expect(written()).toEqual(upTo(6))
  expect(claude.api.requests).toHaveLength(7 + refused)
})
