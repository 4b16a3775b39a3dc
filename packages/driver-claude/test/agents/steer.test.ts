import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, done, finish, type MessagesRequest, say, textOf } from './fake-anthropic.ts'
import { openRealClaude, type RealClaude } from './real-claude.ts'

let claude: RealClaude
beforeAll(async () => {
  claude = await openRealClaude()
})
afterAll(() => claude.close())

const text = 'Use the word marmalade.'
const timesIn = (request: MessagesRequest | undefined): number =>
  request === undefined ? 0 : textOf(request).split('marmalade').length - 1

it.each([
  ['with the next result of a tool', 0],
  ['in another turn, after its last answer', 1],
])('a running session receives a text once, %s', async (_when, at) => {
  const sessionId = crypto.randomUUID()
  const before = claude.api.requests.length
  let steered: Promise<boolean> | undefined
  claude.api.play((_request, turn) => {
    if (turn === at) steered = claude.driver.steer?.(sessionId, text)
    return turn === 0 ? call('Bash', { command: 'echo hi' }) : say('Done.')
  })
  const { result, error } = await claude.run({ sessionId })
  expect(error).toBeUndefined()
  expect(result?.text).toBe('Done.')
  expect(await steered).toBe(true)
  const requests = claude.api.requests.slice(before)
  expect(requests.map(timesIn)).toEqual(at === 0 ? [0, 1] : [0, 0, 1])
  // Each response uses 100 and 20 tokens.
  expect(result?.usage).toMatchObject({
    inputTokens: 100 * requests.length,
    outputTokens: 20 * requests.length,
  })
  expect(await claude.driver.steer?.(sessionId, text)).toBe(false)
})

it('keeps the output of a session that receives a text after it', async () => {
  const sessionId = crypto.randomUUID()
  let steered: Promise<boolean> | undefined
  claude.api.play((request, turn) => {
    if (turn === 0) steered = claude.driver.steer?.(sessionId, text)
    return timesIn(request) === 0 ? finish(request, done('Before.')) : finish(request, done('After.'))
  })
  const outputSchema = { type: 'object', properties: { summary: { type: 'string' } } }
  const { result, error } = await claude.run({ sessionId, outputSchema })
  expect(error).toBeUndefined()
  expect(await steered).toBe(true)
  expect(result?.output).toMatchObject({ summary: 'After.' })
})
