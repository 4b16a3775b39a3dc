import { describe, expect, it } from 'vitest'
import { apiAgent } from '../src/index.ts'
import { hangs, says, scriptedModel, usageOf, uses } from './scripted-model.ts'
import { failure, runnerOf, stage } from './stage.ts'

const outputSchema = { type: 'object', properties: { answer: { type: 'integer' } }, required: ['answer'] }

describe('a session', () => {
  it('runs tools until the model calls none, and reports progress', async () => {
    const { session, heard, text, sent } = await stage([
      {
        content: [
          { type: 'text', text: 'I \u001b[1mlook\u001b[0m.' },
          ...(uses(['list', { path: 'src' }]).content ?? []),
        ],
      },
      uses(['write', { path: 'src/a.txt', content: 'a' }], ['read', { path: 'src/a.txt' }]),
      says('All done.'),
    ])
    const result = await session()
    expect(result).toEqual({
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      text: 'All done.',
      usage: { inputTokens: 30, outputTokens: 15 },
    })
    expect(await text('/src/a.txt')).toBe('a')
    expect(heard).toEqual([
      { type: 'session', sessionId: result.sessionId },
      { type: 'usage', usage: { inputTokens: 10, outputTokens: 5 } },
      { type: 'text', text: 'I look.' },
      { type: 'tool', name: 'list', summary: 'src' },
      { type: 'usage', usage: { inputTokens: 20, outputTokens: 10 } },
      { type: 'tool', name: 'write', summary: 'src/a.txt' },
      { type: 'tool', name: 'read', summary: 'src/a.txt' },
      { type: 'usage', usage: { inputTokens: 30, outputTokens: 15 } },
      { type: 'text', text: 'All done.' },
    ])
    expect(sent(2).map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ])
  })

  it('uses the model that it asks for by name', async () => {
    const other = scriptedModel(says('I am the other one.'))
    const names: string[] = []
    const { session, model } = await stage([], {
      modelOf: (name) => {
        names.push(name)
        return other.model
      },
    })
    expect((await session({ model: 'large' })).text).toBe('I am the other one.')
    expect([names, model.doGenerateCalls.length]).toEqual([['large'], 0])
    const { session: single } = await stage([])
    const refusal = failure('environment', /asks for the model "large", but the driver has only one/)
    await expect(single({ model: 'large' })).rejects.toMatchObject(refusal)
  })

  it('tells the model its role, its permissions and additional instructions', async () => {
    const commands = runnerOf(async () => ({ exitCode: 0, output: '', truncated: false, durationMs: 1 }))
    const { session, model } = await stage([], {
      commands,
      instructions: 'Write in French.',
      call: { temperature: 0, maxOutputTokens: 99, providerOptions: { mock: { effort: 'low' } } },
    })
    await session()
    await session({ role: 'reviewer', access: 'read', outputSchema })
    const [developer, reviewer] = model.doGenerateCalls
    expect(developer).toMatchObject({
      temperature: 0,
      maxOutputTokens: 99,
      providerOptions: { mock: { effort: 'low' } },
    })
    const told = (call: typeof developer) => JSON.stringify(call?.prompt[0]?.content)
    expect(told(developer)).toMatch(/software developer[^]*`run`[^]*use no tool[^]*French/)
    expect(told(reviewer)).toMatch(/review[^]*read-only access[^]*cannot run programs[^]*`answer`/)
  })

  it('returns provider options and reasoning to the provider', async () => {
    const signature = { mock: { signature: 's1' } }
    const { session, sent } = await stage([
      {
        content: [
          { type: 'reasoning', text: 'hm', providerMetadata: signature },
          { type: 'source', sourceType: 'url', id: '1', url: 'http://x' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'list', input: '', providerMetadata: signature },
          { type: 'tool-call', toolCallId: 'own', toolName: 'web', input: '{}', providerExecuted: true },
        ],
      },
    ])
    await session()
    expect(sent(1)[2]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm', providerOptions: signature },
        { type: 'tool-call', toolCallId: 'c', toolName: 'list', input: {}, providerOptions: signature },
      ],
    })
  })

  it('ends after `maxSteps` requests', async () => {
    const { session, model } = await stage([uses(['list', {}]), uses(['list', {}]), uses(['list', {}])], {
      maxSteps: 2,
    })
    await expect(session()).rejects.toMatchObject(failure('agent_failed', /2 requests.*maxSteps/))
    expect(model.doGenerateCalls).toHaveLength(2)
  })
})

describe('structured output', () => {
  it('is the input of the answer tool, which ends the session', async () => {
    const { session, model, heard } = await stage([uses(['list', {}], ['answer', { answer: 42 }])])
    expect(await session({ outputSchema })).toMatchObject({ output: { answer: 42 }, text: '{"answer":42}' })
    expect(model.doGenerateCalls).toHaveLength(1)
    expect(model.doGenerateCalls[0]?.tools?.at(-1)).toMatchObject({
      name: 'answer',
      inputSchema: outputSchema,
    })
    expect(heard).toContainEqual({ type: 'tool', name: 'list', summary: '' })
  })

  it('can be of any type', async () => {
    const { session, model } = await stage([uses(['answer', { value: [1, 2] }])])
    expect(await session({ outputSchema: { type: 'array' } })).toMatchObject({ output: [1, 2] })
    expect(model.doGenerateCalls[0]?.tools?.at(-1)).toMatchObject({
      inputSchema: { type: 'object', properties: { value: { type: 'array' } } },
    })
  })

  it('can be a text that is JSON', async () => {
    for (const text of ['{"answer":42}', '```json\n{"answer":42}\n```']) {
      const { session } = await stage([says(text)])
      expect(await session({ outputSchema })).toMatchObject({ output: { answer: 42 }, text })
    }
  })

  it('is requested once more, and then left to the caller', async () => {
    const { session, model, sent } = await stage([
      says('It is 42.'),
      uses(['answer', '{"answer": 4']),
      uses(['answer', { answer: 42 }]),
    ])
    expect(await session({ outputSchema })).toMatchObject({ output: { answer: 42 } })
    expect(sent(1).at(-1)).toMatchObject({
      role: 'user',
      content: [{ text: expect.stringContaining('`answer`') }],
    })
    expect(model.doGenerateCalls).toHaveLength(3)
    const other = await stage([says('It is 42.'), says('42, I said.')])
    const result = await other.session({ outputSchema })
    expect(result).not.toHaveProperty('output')
    expect(result.text).toBe('42, I said.')
    expect(other.model.doGenerateCalls).toHaveLength(2)
  })
})

describe('resuming a session', () => {
  it('keeps the conversation, reports only its own usage, and works twice', async () => {
    const { session, sent } = await stage([uses(['list', {}]), says('one'), says('two'), says('three')])
    const first = await session({ prompt: 'Begin.' })
    const second = await session({ prompt: 'Go on.', resume: first.sessionId ?? '' })
    const third = await session({ prompt: 'And then.', resume: first.sessionId ?? '' })
    expect(second.usage).toEqual({ inputTokens: 10, outputTokens: 5 })
    expect(new Set([first, second, third].map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(sent(2).map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
    expect(JSON.stringify(sent(3))).toContain('Go on.')
    expect(JSON.stringify(sent(3))).toContain('And then.')
  })

  it('also works with structured output', async () => {
    const { session, sent } = await stage([uses(['answer', { answer: 1 }]), uses(['answer', { answer: 2 }])])
    const { sessionId = '' } = await session({ outputSchema })
    expect(await session({ outputSchema, resume: sessionId })).toMatchObject({ output: { answer: 2 } })
    expect(sent(1).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
  })

  it('is lost if the session is unknown or was dropped', async () => {
    const { session, model } = await stage([], { maxSessions: 2 })
    const one = await session()
    const two = await session()
    await session({ resume: one.sessionId ?? '' })
    await session()
    const lost = failure('session_lost', /not available any more/)
    await expect(session({ resume: two.sessionId ?? '' })).rejects.toMatchObject(lost)
    await expect(session({ resume: 'unknown' })).rejects.toMatchObject(lost)
    await session({ resume: one.sessionId ?? '' })
    expect(model.doGenerateCalls).toHaveLength(5)
  })

  it('is not mentioned in a new session', async () => {
    const { session, sent } = await stage([])
    await session({ prompt: 'Begin.' })
    expect(sent(0)[1]).toEqual({ role: 'user', content: [{ type: 'text', text: 'Begin.' }] })
  })
})

describe('limits', () => {
  const list = uses(['list', {}])

  it('are checked before each request: at most one exceeds them', async () => {
    for (const [limits, requests, says] of [
      [{ tokens: 16 }, 2, /limit of 16 tokens/],
      [{ tokens: 15 }, 1, /limit of 15 tokens/],
      [{ tokens: 0 }, 0, /limit of 0 tokens/],
      [{ usd: 0.0003 }, 2, /dollars/],
      [{ usd: 0 }, 0, /dollars/],
      [{ wallMs: 0 }, 0, /time/],
    ] as const) {
      const { session, model } = await stage([list, list, list, list], {
        tokenUsd: { input: 1e-5, output: 2e-5 },
      })
      await expect(session({ limits })).rejects.toMatchObject(failure('budget_exceeded', says))
      expect(model.doGenerateCalls, JSON.stringify(limits)).toHaveLength(requests)
    }
  })

  it('in dollars need prices, and charge less for cached input', async () => {
    const free = await stage([])
    expect(free.driver.meters).toEqual(['tokens'])
    await expect(free.session({ limits: { usd: 1 } })).rejects.toMatchObject(
      failure('environment', /tokenUsd/),
    )
    const { driver, session } = await stage([says('x', { usage: usageOf(100, 10, 60) })], {
      tokenUsd: { input: 3, output: 15, cachedInput: 1 },
    })
    expect(driver.meters).toEqual(['tokens', 'usd'])
    expect((await session()).usage).toEqual({
      inputTokens: 100,
      cachedInputTokens: 60,
      outputTokens: 10,
      usd: 40 * 3 + 60 + 150,
    })
  })

  it('in time stop a request that takes too long', async () => {
    const { session, clock } = await stage([hangs])
    const ended = session({ limits: { wallMs: 5_000 } })
    await Promise.resolve()
    clock.advance(5_000)
    await expect(ended).rejects.toMatchObject(failure('budget_exceeded', /limit of 5 s/))
    expect(clock.waiting).toBe(0)
  })

  it('use an estimate if the provider does not count', async () => {
    const { session } = await stage([says('x', { usage: usageOf(undefined, undefined) })])
    const { usage } = await session()
    expect(usage.inputTokens).toBeGreaterThan(300)
    expect(usage.outputTokens).toBeGreaterThan(0)
  })
})

it('takes the provider from the model, or from the option', async () => {
  const { model } = await stage([])
  expect(apiAgent({ model })).toMatchObject({ contract: 'driver-v1', id: 'api', provider: 'mock' })
  expect(apiAgent({ model, provider: 'mine' }).provider).toBe('mine')
})
