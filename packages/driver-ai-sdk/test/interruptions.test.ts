import { APICallError } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { hangs, says, type Turn, uses } from './scripted-model.ts'
import { failure, runnerOf, stage } from './stage.ts'

const refuses =
  (statusCode: number, responseHeaders: Record<string, string> = {}): Turn =>
  () => {
    throw new APICallError({
      message: 'Slow down',
      url: 'http://x',
      requestBodyValues: {},
      statusCode,
      responseHeaders,
    })
  }

/** Lets pending promises continue. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

describe('a refused request in mid-session', () => {
  it('is sent again after the wait that the server names, else after waits that double', async () => {
    const again = refuses(503)
    const { session, clock, heard, model } = await stage([
      uses(['list', {}]),
      refuses(429, { 'retry-after': '20' }),
      again,
      again,
      says('done'),
    ])
    const began = clock.now()
    const ended = session()
    for (const [ms, requests] of [
      [20_000, 3],
      [2_000, 4],
      [4_000, 5],
    ] as const) {
      await turns()
      expect(model.doGenerateCalls).toHaveLength(requests - 1)
      clock.advance(ms)
    }
    expect(await ended).toMatchObject({ text: 'done', usage: { inputTokens: 20, outputTokens: 10 } })
    const message = expect.stringContaining('Slow down') as string
    expect(heard.filter(({ type }) => type === 'waiting')).toEqual([
      { type: 'waiting', reason: 'rate_limited', until: began + 20_000, message },
      { type: 'waiting', reason: 'transient', message },
      { type: 'waiting', reason: 'transient', message },
    ])
    expect(clock.waiting).toBe(0)
  })

  it('ends the session when the waits would exceed the limit, and the session continues', async () => {
    const far = refuses(429, { 'retry-after': '91' })
    const { session, heard, sent } = await stage([uses(['list', {}]), far, says('done')])
    await expect(session({ prompt: 'Begin.' })).rejects.toMatchObject({
      details: { class: 'rate_limited', retryAfterMs: 91_000 },
    })
    const [said] = heard
    expect(said).toEqual({ type: 'session', sessionId: expect.any(String) as string })
    const sessionId = said?.type === 'session' ? said.sessionId : ''
    expect(await session({ prompt: 'Continue.', resume: sessionId })).toMatchObject({
      sessionId,
      text: 'done',
    })
    expect(sent(2).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
  })

  it('counts the waits since the last answer only', async () => {
    const wait = refuses(429, { 'retry-after': '80' })
    const { session, clock } = await stage([wait, uses(['list', {}]), wait, says('done')])
    const ended = session()
    for (let round = 0; round < 2; round += 1) {
      await turns()
      clock.advance(80_000)
    }
    expect(await ended).toMatchObject({ text: 'done' })
    const other = await stage([wait, wait])
    const failing = other.session()
    await turns()
    other.clock.advance(80_000)
    await expect(failing).rejects.toMatchObject(failure('rate_limited', /Slow down/))
  })

  it('is not sent again when the session is stopped while it waits', async () => {
    const { session, model, clock } = await stage([refuses(503)])
    const stop = new AbortController()
    const ended = session({}, stop.signal)
    await turns()
    stop.abort(new Error('stopped'))
    await expect(ended).rejects.toThrow('stopped')
    expect(model.doGenerateCalls).toHaveLength(1)
    expect(clock.waiting).toBe(0)
  })
})

describe('a session that was stopped', () => {
  it('continues with what it had, and is told that the outcome of its call is unknown', async () => {
    const stop = new AbortController()
    const commands = runnerOf(async () => {
      stop.abort(new Error('stopped'))
      return { exitCode: 0, output: '', durationMs: 1, truncated: false }
    })
    const call = uses(['list', {}], ['run', { argv: ['make'] }], ['read', { path: 'a.txt' }])
    const { session, heard, results } = await stage([call, says('done')], {
      commands,
      files: { '/a.txt': 'a' },
    })
    await expect(session({ prompt: 'Begin.' }, stop.signal)).rejects.toThrow('stopped')
    const id = heard.flatMap((each) => (each.type === 'session' ? [each.sessionId] : []))[0] ?? ''
    expect(await session({ prompt: 'Continue.', resume: id })).toMatchObject({ sessionId: id, text: 'done' })
    expect(results()).toEqual([
      expect.stringContaining('a.txt'),
      // The command had ended before the session did.
      expect.stringContaining('Exit code 0'),
      expect.stringMatching(/outcome is unknown/),
    ])
  })

  it('has the id that the engine chose, and a transcript', async () => {
    const { driver, session } = await stage([hangs])
    const stop = new AbortController()
    const ended = session({ sessionId: 'chosen', prompt: 'Write it down.' }, stop.signal)
    await turns()
    stop.abort(new Error('stopped'))
    await expect(ended).rejects.toThrow('stopped')
    const transcript = await driver.readTranscript?.('chosen')
    expect(transcript?.format).toBe('json')
    expect(JSON.parse(transcript?.text ?? '')).toEqual({
      id: 'chosen',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Write it down.' }] }],
    })
  })
})

describe('the model of a request', () => {
  const named = (modelId: string) =>
    new MockLanguageModelV3({
      modelId,
      doGenerate: async () => ({
        content: [{ type: 'text', text: `I am ${modelId}` }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: undefined, reasoning: undefined },
        },
        warnings: [],
      }),
    })

  it('is found by its name, and stays the model of the session', async () => {
    const { session } = await stage([], { modelOf: named })
    const { sessionId, text } = await session({ model: 'large' })
    expect(text).toBe('I am large')
    expect(await session({ resume: sessionId ?? '' })).toMatchObject({ text: 'I am large' })
    expect(await session()).toMatchObject({ text: 'hello' })
  })

  it('is an error of the environment if it cannot be found', async () => {
    const { session, model } = await stage([])
    await expect(session({ model: 'large' })).rejects.toMatchObject(failure('environment', /modelOf/))
    expect(await session({ model: model.modelId })).toMatchObject({ text: 'hello' })
  })
})

it('states its access: commands only on request', async () => {
  const { driver } = await stage([])
  expect(driver.access).toMatchObject({
    allowed: 'Developers read, write and delete files of the workspace; other roles only read files.',
    confined: 'File tools to the workspace; it cannot run commands.',
  })
  const other = await stage([], {
    commands: runnerOf(() => Promise.reject(new Error('unused'))),
    instructions: 'x',
  })
  expect(other.driver.access?.allowed).toContain('run programs')
  expect(other.driver.access?.sees).toContain('the instructions')
  expect(other.driver.access?.confined).toContain('where the run confines processes')
})
