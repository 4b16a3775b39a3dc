import { createManualClock } from '@amelia/core/testing'
import { APICallError, LoadAPIKeyError } from 'ai'
import { describe, expect, it } from 'vitest'
import { apiAgent } from '../src/index.ts'
import { says, type Turn } from './scripted-model.ts'
import { failure, stage } from './stage.ts'

const refusal = (
  statusCode: number | undefined,
  message: string,
  more: { headers?: Record<string, string>; body?: string } = {},
) =>
  new APICallError({
    message,
    url: 'http://x',
    requestBodyValues: {},
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(more.headers ? { responseHeaders: more.headers } : {}),
    ...(more.body === undefined ? {} : { responseBody: more.body }),
  })

const failing = async (error: unknown): Promise<unknown> => {
  const throwing = (): never => {
    throw error
  }
  const { session, model } = await stage([throwing], { waitLimitMs: -1 })
  const ended = await session().catch((thrown: unknown) => thrown)
  expect(model.doGenerateCalls, 'nothing is tried again').toHaveLength(1)
  return ended
}

/** The time of the stage's clock. */
const now = createManualClock().now()

describe('an error of a provider', () => {
  const plain: [string, unknown, string][] = [
    ['401', refusal(401, 'Incorrect API key'), 'auth'],
    ['402', refusal(402, 'Insufficient balance'), 'permission'],
    ['403', refusal(403, 'not allowed'), 'permission'],
    ['403 for a key', refusal(403, 'API key expired'), 'auth'],
    ['400 for a key', refusal(400, 'API key not valid. Please pass a valid API key.'), 'auth'],
    ['400', refusal(400, 'Unknown parameter'), 'agent_failed'],
    ['404', refusal(404, 'no such model'), 'environment'],
    ['408', refusal(408, 'timeout'), 'transient'],
    ['413', refusal(413, 'Payload too large'), 'context_overflow'],
    ['429', refusal(429, 'Too many requests'), 'rate_limited'],
    [
      '429 of an empty account',
      refusal(429, 'no', { body: '{"error":{"code":"insufficient_quota"}}' }),
      'permission',
    ],
    ['500', refusal(500, 'oops'), 'transient'],
    ['502', refusal(502, 'bad gateway'), 'transient'],
    ['503', refusal(503, 'away'), 'transient'],
    ['503 overloaded', refusal(503, 'The model is overloaded. Please try again later.'), 'rate_limited'],
    ['529', refusal(529, 'Overloaded'), 'rate_limited'],
    ['overloaded in a stream', refusal(undefined, 'Overloaded'), 'rate_limited'],
    [
      'a refused connection',
      refusal(undefined, 'Cannot connect to API: connect ECONNREFUSED 127.0.0.1:9'),
      'transient',
    ],
    ['an answer that is none', refusal(200, 'Invalid JSON response'), 'transient'],
    ['a page without a network', new TypeError('Failed to fetch'), 'transient'],
    ['a broken socket', new TypeError('terminated'), 'transient'],
    ['no key', new LoadAPIKeyError({ message: 'OpenAI API key is missing.' }), 'auth'],
    ['a mistake', new TypeError('x is not a function'), 'agent_failed'],
    ['no error', 'just so', 'agent_failed'],
    [
      'OpenAI: too long',
      refusal(400, "This model's maximum context length is 128000 tokens."),
      'context_overflow',
    ],
    [
      'Anthropic: too long',
      refusal(400, 'prompt is too long: 200001 tokens > 200000 maximum'),
      'context_overflow',
    ],
    [
      'Google: too long',
      refusal(400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
      'context_overflow',
    ],
    [
      'llama.cpp: too long',
      refusal(400, 'the request exceeds the available context size, try increasing it'),
      'context_overflow',
    ],
    [
      'a code of OpenAI',
      refusal(400, 'no', { body: '{"error":{"code":"context_length_exceeded"}}' }),
      'context_overflow',
    ],
  ]
  it.each(plain)('%s', async (_name, error, expected) => {
    expect(await failing(error)).toMatchObject({
      code: 'DRIVER_FAILED',
      details: { class: expected },
      cause: error,
    })
  })

  const waiting: [string, Error, number | undefined][] = [
    ['seconds', refusal(429, 'no', { headers: { 'Retry-After': '2.5' } }), 2_500],
    [
      'milliseconds first',
      refusal(429, 'no', { headers: { 'retry-after-ms': '1200', 'retry-after': '9' } }),
      1_200,
    ],
    [
      'a date',
      refusal(429, 'no', { headers: { 'retry-after': new Date(now + 30_000).toUTCString() } }),
      30_000,
    ],
    [
      'a date that is over',
      refusal(503, 'no', { headers: { 'retry-after': new Date(now - 30_000).toUTCString() } }),
      0,
    ],
    ['nonsense', refusal(429, 'no', { headers: { 'retry-after': 'soon' } }), undefined],
    ['a year', refusal(429, 'no', { headers: { 'retry-after': '31536000' } }), 86_400_000],
    ['a sentence', refusal(429, 'Please try again in 1m2.5s. See https://x'), 62_500],
    ['Google', refusal(429, 'You exceeded your current quota', { body: '"retryDelay": "34s"' }), 34_000],
    ['milliseconds in a sentence', refusal(429, 'Please try again in 380ms.'), 380],
  ]
  it.each(waiting)('a wait: %s', async (_name, error, retryAfterMs) => {
    const { details } = (await failing(error)) as { details: { class: string; retryAfterMs?: number } }
    expect(details.class).toMatch(/rate_limited|transient/)
    expect(details.retryAfterMs).toBe(retryAfterMs)
  })

  it('is reported as bounded plain text, with advice', async () => {
    const error = await failing(refusal(401, `\u001b[31mno\u001b[0m ${'x'.repeat(9_000)}`))
    const { message } = error as Error
    expect(message).toMatch(/^The model of mock failed \(401\): no x/)
    expect(message).toMatch(/Give the provider package a key that mock accepts\.$/)
    expect(message.length).toBeLessThan(2_300)
    expect(message).not.toMatch(/\u001b/)
  })
})

describe('a response that does not end the session', () => {
  const cut: Turn = says('so far', { finishReason: { unified: 'length', raw: undefined } })

  it('that was cut off continues, a limited number of times', async () => {
    const { session, sent } = await stage([cut, cut, says('and done')])
    expect(await session()).toMatchObject({ text: 'and done' })
    expect(JSON.stringify(sent(1).at(-1))).toContain('cut off')
    const other = await stage([cut, cut, cut])
    await expect(other.session()).rejects.toMatchObject(failure('agent_failed', /maxOutputTokens/))
  })

  it('that was refused or stopped is a failure', async () => {
    for (const [unified, name, message] of [
      ['content-filter', 'refused', /filter/],
      ['error', 'transient', /stopped the response/],
    ] as const) {
      const { session } = await stage([says('x', { finishReason: { unified, raw: undefined } })])
      await expect(session()).rejects.toMatchObject(failure(name, message))
    }
  })

  it('that is empty is a failure', async () => {
    const { session } = await stage([{}])
    await expect(session()).rejects.toMatchObject(failure('agent_failed', /neither text nor tool calls/))
  })
})

it('rejects a model that is not one', () => {
  for (const model of [
    'openai/gpt-5',
    undefined,
    {},
    { specificationVersion: 'v1', provider: 'x', doGenerate: () => {} },
  ])
    expect(() => apiAgent({ model: model as never })).toThrow(/provider package of the AI SDK/)
})
