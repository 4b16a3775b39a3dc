import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DriverV1, SessionProgress, SessionRequest, SessionResult } from '@amelia/core/plugin'
import { createSessionRequest } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { acpAgent } from '../../src/index.ts'

/** An answer of the fake model: a text, a call of a tool, an HTTP status, or none. */
export type Answer =
  | { text: string }
  | { tool: string; input: Record<string, unknown> }
  | { status: number; message: string }
  | 'hang'

/** A real agent with a scripted model on loopback. */
export interface RealAgent {
  driver: DriverV1
  workspace: string
  /** The answers that come next; afterwards the model greets. */
  answers: Answer[]
  /** The texts of the requests of turns. */
  requests: string[]
  emitted: SessionProgress[]
  run(more?: Partial<SessionRequest>, signal?: AbortSignal): Promise<SessionResult>
  close(): Promise<void>
}

const folder = process.env['AMELIA_AGENTS']

/** Returns the program of an agent that `npm run test:agents` installed. */
const programOf = (name: string): string => {
  const program = join(folder ?? '', 'node_modules/.bin', name)
  if (folder !== undefined && existsSync(program)) return program
  throw new Error('These tests need the agents themselves: run `npm run test:agents`, which installs them.')
}

/** Opens a real agent. */
export const openRealAgent = async (agent: 'opencode' | 'gemini'): Promise<RealAgent> => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-acp-')))
  const [workspace, home] = [join(root, 'workspace'), join(root, 'home')]
  for (const path of [workspace, home]) mkdirSync(path)
  const answers: Answer[] = []
  const requests: string[] = []
  const form = agent === 'opencode' ? chatForm : geminiForm
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      // The title of a session is asked for without tools.
      if (!body.includes(form.tools)) return form.answer(response, { text: 'A title' })
      requests.push(body)
      const answer = answers.shift() ?? { text: 'Hello.' }
      if (answer === 'hang') return
      if ('status' in answer) return refuse(response, answer)
      form.answer(response, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = agent === 'opencode' ? ['acp'] : ['--acp']
  const driver = acpAgent(
    { agent, command: [programOf(agent), ...args], waitLimitMs: 3_000 },
    { environment: { PATH: process.env['PATH'], HOME: home, ...form.environment(url) } },
  )
  const emitted: SessionProgress[] = []
  return {
    ...{ driver, workspace, answers, requests, emitted },
    run: (more = {}, signal = new AbortController().signal) =>
      driver.runSession(
        createSessionRequest({
          workspace: { id: 'w', base: '0'.repeat(40), dir: workspace, fs: workspaceFiles(workspace) },
          ...more,
        }),
        { signal, emit: (progress) => void emitted.push(progress) },
      ),
    async close() {
      await driver.close?.()
      server.closeAllConnections()
      server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

const refuse = (response: ServerResponse, { status, message }: { status: number; message: string }): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, code: status, status: 'FAILED' } }))
}

type Given = { text: string } | { tool: string; input: Record<string, unknown> }

const send = (response: ServerResponse, events: readonly unknown[], end = ''): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`)
  response.end(end)
}

let calls = 0

/** Chat completions, which OpenCode uses. */
const chatForm = {
  tools: '"tools":[',
  environment: (url: string) => {
    const model = { name: 'm', tool_call: true, limit: { context: 100_000, output: 4_000 } }
    const options = { baseURL: `${url}/v1`, apiKey: 'k' }
    const fake = { npm: '@ai-sdk/openai-compatible', name: 'Fake', options, models: { m: model, n: model } }
    return {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({ model: 'fake/m', provider: { fake } }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    }
  },
  answer(response: ServerResponse, answer: Given): void {
    const chunk = (rest: object) => ({
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      ...rest,
    })
    const delta = (content: object, rest = {}) => chunk({ choices: [{ index: 0, delta: content, ...rest }] })
    const call = 'tool' in answer && {
      ...{ index: 0, id: `call${(calls += 1)}`, type: 'function' },
      function: { name: answer.tool, arguments: JSON.stringify(answer.input) },
    }
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
    const events = [
      delta(
        call
          ? { role: 'assistant', tool_calls: [call] }
          : { role: 'assistant', content: 'text' in answer ? answer.text : '' },
      ),
      delta({}, { finish_reason: call ? 'tool_calls' : 'stop' }),
      chunk({ choices: [], usage: { ...usage, prompt_tokens_details: { cached_tokens: 40 } } }),
    ]
    send(response, events, 'data: [DONE]\n\n')
  },
}

/** The form of Gemini's API. */
const geminiForm = {
  tools: '"functionDeclarations"',
  environment: (url: string) => ({ GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: url }),
  answer(response: ServerResponse, answer: Given): void {
    const part =
      'tool' in answer ? { functionCall: { name: answer.tool, args: answer.input } } : { text: answer.text }
    const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }]
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 }
    send(response, [{ candidates, usageMetadata }])
  },
}
