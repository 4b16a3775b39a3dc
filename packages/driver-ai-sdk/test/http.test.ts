import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { FailureClass } from '@amelia/core'
import {
  createManualClock,
  createSessionRequest,
  driverContract,
  type DriverSubject,
  type ManualClock,
} from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { apiAgent } from '../src/index.ts'
import { calls, type ChatTurn, neverAnswers, refuses, replies, startChatServer } from './chat-server.ts'

const modelOf = (baseURL: string, name = 'm') =>
  createOpenAICompatible({ name: 'local', baseURL, apiKey: 'sk-test' })(name)

interface Subject extends DriverSubject {
  play(...turns: ChatTurn[]): void
  clock: ManualClock
  requests: Awaited<ReturnType<typeof startChatServer>>['requests']
}

const play =
  (...turns: ChatTurn[]) =>
  async (subject: DriverSubject): Promise<void> =>
    (subject as Subject).play(...turns)

const faults: Partial<Record<FailureClass, ChatTurn>> = {
  transient: (response) => response.destroy(),
  rate_limited: refuses(429, 'slow down'),
  auth: refuses(401),
  permission: refuses(403),
  context_overflow: refuses(400, "This model's maximum context length is 8192 tokens."),
  agent_failed: refuses(422),
  environment: refuses(404),
  refused: refuses(400, 'The response was filtered due to the content management policy.'),
}

describe('over HTTP, through a provider of the AI SDK', () => {
  const cases = driverContract({
    sessionTokens: 15,
    resume: 'process',
    waits: true,
    transcripts: true,
    async create(): Promise<Subject> {
      const server = await startChatServer()
      const clock = createManualClock()
      const driver = apiAgent({
        model: modelOf(server.url),
        clock,
        waitLimitMs: 0,
        modelOf: (name) => modelOf(server.url, name),
      })
      return {
        driver,
        clock,
        play: server.play,
        requests: server.requests,
        async close() {
          await driver.close?.()
          await server.close()
        },
      }
    },
    faults: {
      hang: play(neverAnswers, neverAnswers),
      work: play(calls(['list', {}]), (response, request) => {
        const isContinued = request.messages.at(-1)?.content?.includes('Continue') ?? false
        if (isContinued) replies({ content: 'hello' })(response, request)
      }),
      async lose({ driver }) {
        await driver.close?.()
      },
      async received(subject) {
        const { messages, model } = (subject as Subject).requests.at(-1)!.body as {
          messages: unknown
          model: string
        }
        return { text: JSON.stringify(messages), model }
      },
      refuse: play(calls(['list', {}]), refuses(429, 'slow', { 'retry-after': '0' })),
      begin: play(calls(['list', {}]), neverAnswers),
      failures: [...(Object.keys(faults) as FailureClass[]), 'hung'],
      async fail(subject, failure) {
        const { play, clock } = subject as Subject
        play(faults[failure] ?? (() => clock.advance(600_000)))
      },
      limit: (subject, ms) => play(refuses(429, 'slow', { 'retry-after': `${ms / 1000}` }))(subject),
      answer: (subject, value) => play(calls(['answer', value as object]))(subject),
      write: play(calls(['write', { path: 'new.txt', content: 'new\n' }])),
      use: (subject, name, input) => play(calls([name, input]))(subject),
      spend: play(...Array.from({ length: 5 }, () => calls(['list', {}]))),
    },
  })
  for (const { name, covered, run } of cases) if (covered) it(name, run)

  it('covers the same cases as a model in memory', () => {
    expect(cases.filter(({ covered, name }) => !covered && name.includes('class'))).toHaveLength(3)
  })

  it('cancels the request of a stopped session, and does not retry without time to wait', async () => {
    const server = await startChatServer(refuses(500))
    try {
      const driver = apiAgent({ model: modelOf(server.url), waitLimitMs: 0 })
      const workspace = { id: 'w', base: '', fs: {} as never }
      const request = createSessionRequest({ prompt: 'Do it.', workspace })
      const context = (signal: AbortSignal) => ({ signal, emit: () => {} })
      await expect(driver.runSession(request, context(new AbortController().signal))).rejects.toMatchObject({
        details: { class: 'transient' },
      })
      expect(server.requests).toHaveLength(1)
      expect(server.requests[0]).toMatchObject({
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk-test' },
        body: { model: 'm', messages: [{ role: 'system' }, { role: 'user', content: 'Do it.' }] },
      })

      const stop = new AbortController()
      server.play(() => stop.abort(new Error('stopped')))
      await expect(driver.runSession(request, context(stop.signal))).rejects.toThrow('stopped')
      await expect.poll(() => server.broken()).toBe(1)
    } finally {
      await server.close()
    }
  })
})
