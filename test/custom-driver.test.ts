import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRun, type DriverV1, type FailureClass } from '@amelia/core'
import { memoryHost, driverContract, type DriverSubject } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'

const path = join(import.meta.dirname, '../examples/custom-driver/driver.js')
const { chatAgent } = (await import(pathToFileURL(path).href)) as {
  chatAgent(options: { url: string; key: string; model: string }): DriverV1
}

interface Asked {
  messages: { role: string; content: string }[]
  tools: { function: { name: string } }[]
}
type Answer = (response: ServerResponse, asked: Asked) => void

const reply = (response: ServerResponse, message: object): void => {
  const usage = { prompt_tokens: 10, completion_tokens: 5 }
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ choices: [{ message: { role: 'assistant', content: null, ...message } }], usage }),
  )
}
const call = (name: string, parts: object): object => ({
  tool_calls: [{ id: 'c1', function: { name, arguments: JSON.stringify(parts) } }],
})
const refuse =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end('no')
  }
const hang: Answer = () => {}

/** A model that greets, or does once what a test requests. */
const createModel = async () => {
  let next: Answer | undefined
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString()
    })
    request.on('end', () => {
      const answer = next
      if (answer !== hang && answer !== spending) next = undefined
      if (answer) answer(response, JSON.parse(text) as Asked)
      else reply(response, { content: 'hello' })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    play(answer: Answer) {
      next = answer
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
const spending: Answer = (response) => reply(response, call('read', { path: '/none' }))

interface Subject extends DriverSubject {
  play(answer: Answer): void
}
const set =
  (answer: Answer) =>
  async (subject: DriverSubject): Promise<void> =>
    (subject as Subject).play(answer)

const statuses: Partial<Record<FailureClass, number>> = {
  auth: 401,
  permission: 403,
  environment: 404,
  rate_limited: 429,
  agent_failed: 400,
  transient: 503,
}

describe('the example of a custom driver', () => {
  const cases = driverContract({
    sessionTokens: 15,
    async create(): Promise<Subject> {
      const model = await createModel()
      return { driver: chatAgent({ url: model.url, key: 'k', model: 'm' }), ...model }
    },
    faults: {
      hang: set(hang),
      begin: async (subject) => {
        const { play } = subject as Subject
        play((response) => {
          play(hang)
          reply(response, call('read', { path: '/x' }))
        })
      },
      failures: Object.keys(statuses) as FailureClass[],
      fail: async (subject, failure) => (subject as Subject).play(refuse(statuses[failure] ?? 400)),
      limit: async (subject, ms) => (subject as Subject).play(refuse(429, { 'retry-after': `${ms / 1000}` })),
      answer: async (subject, value) =>
        (subject as Subject).play((response) => reply(response, { content: JSON.stringify(value) })),
      write: set((response) => reply(response, call('write', { path: '/new.txt', content: 'new\n' }))),
      use: async (subject, name, input) =>
        (subject as Subject).play((response) => reply(response, call(name, input))),
      spend: set(spending),
    },
  })
  for (const { name, covered, run } of cases) if (covered) it(name, run)

  it('passes every contract case that it can', () => {
    expect(
      cases.filter(({ covered }) => !covered).flatMap(({ name }) => /class (\w+)/.exec(name)?.[1] ?? []),
    ).toEqual(['report_invalid', 'context_overflow', 'hung', 'budget_exceeded', 'cancelled', 'refused'])
  })

  it('has at most 60 lines and imports only what a plugin may', () => {
    const text = readFileSync(path, 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    expect([...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['@amelia/core/plugin'])
  })

  it('executes a plan', async () => {
    const model = await createModel()
    try {
      model.play((response, { messages, tools }) => {
        expect(messages[0]?.content).toContain('Write a poem')
        expect(tools.map((each) => each.function.name)).toEqual([
          ...['read', 'list', 'search', 'write', 'edit', 'delete', 'run'],
        ])
        reply(response, call('write', { path: '/poem.txt', content: 'Roses.\n' }))
      })
      const host = memoryHost()
      const run = await createRun({
        plan: { title: 'Poem', phases: [{ id: '1', title: 'Write a poem' }] },
        driver: chatAgent({ url: model.url, key: 'k', model: 'm' }),
        host,
        trust: 'autonomous',
        planApproved: true,
        artifacts: 'none',
        reviewers: [],
      })
      const report = await run.start()
      expect(report).toMatchObject({ status: 'completed', spent: { tokens: 30 } })
      const { fs } = await host.git.openWorkspace({ runId: 'look', base: report.head })
      expect(new TextDecoder().decode(await fs.readFile('/poem.txt'))).toBe('Roses.\n')
    } finally {
      await model.close()
    }
  })
})
