import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import {
  type FakeCall,
  greet,
  hang,
  init,
  type Play,
  result,
  said,
  streamed,
  untilStopped,
} from './fake-sdk.ts'
import { createStage, dir, failureOf, sessionOf, type Stage } from './stage.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})

/** Starts a session, stops it when it works, and returns its id. */
const stopAtWork = async (play: Play, more = {}): Promise<string> => {
  stage.sdk.play = play
  const stop = new AbortController()
  const sessionId = randomUUID()
  const session = stage.run({ sessionId, ...more }, { signal: stop.signal })
  await stage.reached(({ type }) => type === 'text')
  stop.abort(new Error('stopped'))
  await expect(session).rejects.toBe(stop.signal.reason)
  return sessionId
}

const optionsOf = (call: FakeCall | undefined): Record<string, unknown> => call?.options ?? {}

it('emits the id of a session before its program starts, and passes it on', async () => {
  const sessionId = randomUUID()
  stage.sdk.play = (call) => {
    expect(stage.progress).toEqual([{ type: 'session', sessionId }])
    return greet(call)
  }
  expect((await stage.run({ sessionId })).sessionId).toBe(sessionId)
  expect(optionsOf(stage.sdk.calls[0])).toMatchObject({ sessionId })
  expect(optionsOf(stage.sdk.calls[0])).not.toHaveProperty('resume')
})

it('chooses an id itself if the request has none', async () => {
  const { sessionId } = await stage.run()
  expect(stage.progress[0]).toEqual({ type: 'session', sessionId })
})

it('resumes with the model, the output schema and the tools of the first request', async () => {
  const outputSchema = { type: 'object' }
  const sessionId = await stopAtWork(hang, { model: 'claude-first', outputSchema })
  stage.sdk.play = greet
  // Another process, and a request that may only read.
  await stage.run(
    { resume: sessionId, access: 'read' },
    { driver: stage.driverOf({ model: 'claude-other' }) },
  )
  const [first, second] = stage.sdk.calls.map(optionsOf)
  expect(second).toMatchObject({
    resume: sessionId,
    model: 'claude-first',
    outputFormat: { type: 'json_schema', schema: outputSchema },
    tools: first?.tools,
  })
  expect(second).not.toHaveProperty('sessionId')
  type Ask = (name: string, input: unknown) => Promise<unknown>
  const write = second?.canUseTool as Ask
  expect(await write('Write', { file_path: `${dir}/a.txt` })).toMatchObject({ behavior: 'deny' })
})

it('refuses the folder that a resumed session worked in before', async () => {
  const sessionId = await stopAtWork(hang)
  const path = stage.sdk.transcriptOf(sessionId)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(JSON.stringify(dir), '"/slots/1/work"'))
  stage.sdk.play = greet
  await stage.run({ resume: sessionId })
  type Ask = (name: string, input: unknown) => Promise<unknown>
  const ask = optionsOf(stage.sdk.calls[1]).canUseTool as Ask
  expect(await ask('Bash', { command: 'echo x > /slots/1/work/a.txt' })).toMatchObject({
    behavior: 'deny',
    message: expect.stringContaining(dir),
  })
})

it('reports a session as lost that the agent does not know', async () => {
  expect(await failureOf(stage.run({ resume: randomUUID() }))).toMatchObject({ class: 'session_lost' })
})

it('reports a session as lost whose end, middle or beginning is missing', async () => {
  const { sessionId = '' } = await stage.run()
  await stage.run({ resume: sessionId })
  const path = stage.sdk.transcriptOf(sessionId)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(4)
  const cuts = [lines.slice(0, 3), lines.slice(3), [...lines.slice(0, 1), ...lines.slice(3)]]
  const started = stage.sdk.calls.length
  for (const cut of cuts) {
    writeFileSync(path, `${cut.join('\n')}\n`)
    // Also in another process.
    const failure = await failureOf(stage.run({ resume: sessionId }, { driver: stage.driverOf() }))
    expect(failure).toMatchObject({ class: 'session_lost', message: expect.stringContaining('missing') })
  }
  expect(stage.sdk.calls).toHaveLength(started)
  writeFileSync(path, `${lines.join('\n')}\n`)
  expect((await stage.run({ resume: sessionId })).text).toBe('Hello.')
})

it('resumes a session whose running answer was not stored', async () => {
  const sessionId = await stopAtWork(hang)
  const path = stage.sdk.transcriptOf(sessionId)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`)
  stage.sdk.play = greet
  expect((await stage.run({ resume: sessionId })).text).toBe('Hello.')
})

it('runs two resumes of one session one after the other', async () => {
  const { sessionId = '' } = await stage.run()
  const driver = stage.driverOf()
  const running: string[] = []
  stage.sdk.play = async function* (call) {
    running.push(`begin ${call.prompt}`)
    yield* greet(call)
    running.push(`end ${call.prompt}`)
  }
  await Promise.all(['a', 'b'].map((prompt) => stage.run({ resume: sessionId, prompt }, { driver })))
  expect(running).toEqual(['begin a', 'end a', 'begin b', 'end b'])
})

it('charges a stopped session by the figure that its program left', async () => {
  const sessionId = await stopAtWork(async function* (call) {
    try {
      yield* hang(call)
    } finally {
      const total = JSON.stringify({ type: 'cost-state', totalCostUSD: 0.75 })
      appendFileSync(stage.sdk.transcriptOf(String(call.options.sessionId)), `${total}\n`)
    }
  })
  expect(stage.usages().at(-1)).toEqual({
    inputTokens: 10,
    cachedInputTokens: 0,
    outputTokens: 5,
    usd: 0.75,
  })
  // The total of the next session includes this figure.
  stage.sdk.play = sessionOf(
    ...streamed(10, 5),
    result({ total_cost_usd: 1, model_usage_since_last_result: undefined }),
  )
  expect((await stage.run({ resume: sessionId })).usage.usd).toBe(0.25)
})

it('estimates the dollars of a killed session, which no total includes', async () => {
  const sessionId = await stopAtWork(hang)
  // 10 tokens read for 3 dollars per million, and 5 written for five times that.
  expect(stage.usages().at(-1)).toMatchObject({ usd: expect.closeTo(0.000_105, 12), estimated: true })
  stage.sdk.play = sessionOf(
    ...streamed(10, 5),
    result({ total_cost_usd: 0.25, model_usage_since_last_result: undefined }),
  )
  expect((await stage.run({ resume: sessionId })).usage).toMatchObject({ usd: 0.25 })
})

it('charges a turn that was killed after the result of an earlier one', async () => {
  await stopAtWork(async function* (call) {
    yield init(call)
    yield* streamed(10, 5)
    yield result()
    yield* streamed(10, 5)
    yield said('I go on.')
    await untilStopped(call.stopped)
  })
  // The first turn costs 0.01, and the second one is estimated.
  expect(stage.usages().at(-1)).toMatchObject({
    inputTokens: 20,
    usd: expect.closeTo(0.010_105, 12),
    estimated: true,
  })
})

it('leaves the dollars of a killed session unknown if its model has no price', async () => {
  await stopAtWork(async function* (call) {
    const [start, end] = streamed(10, 5)
    yield init(call)
    yield JSON.parse(JSON.stringify(start).replace('claude-sonnet-4-5', 'local-model'))
    yield end
    yield said('I begin.')
    await untilStopped(call.stopped)
  })
  expect(stage.usages().at(-1)).toEqual({ inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 })
})

it('returns the transcript of a session, also of a killed one', async () => {
  const sessionId = await stopAtWork(hang)
  const driver = stage.driverOf()
  const transcript = await driver.readTranscript?.(sessionId)
  expect(transcript?.format).toBe('jsonl')
  expect(transcript?.text).toContain('I begin.')
  expect(await driver.readTranscript?.(randomUUID())).toBeUndefined()
  expect(await driver.readTranscript?.('../all/x')).toBeUndefined()
  rmSync(stage.sdk.transcriptOf(sessionId))
  expect(await driver.readTranscript?.(sessionId)).toBeUndefined()
})
