import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request of an agent to the model. */
export interface ModelRequest {
  /** The last prompt of the session. */
  prompt: string
  /** The results of tools since then, oldest first. */
  outputs: string[]
  body: { input: InputItem[]; model: string; text?: { format?: Record<string, unknown> } }
  headers: IncomingMessage['headers']
  /** Aborts when the agent disconnects before the response is complete. */
  left: AbortSignal
}

interface InputItem {
  type: string
  role?: string
  content?: { text?: string }[]
  output?: unknown
}

/** The model's reaction. */
export type ModelItem = { type: string } & Record<string, unknown>

export type ModelAnswer =
  | ModelItem[]
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** The model fails in the middle of its response. */
  | { failed: { code: string; message: string } }
  /** A response that the server's filter cuts off. */
  | { incomplete: string }
  /** A response that starts and never ends. */
  | 'hang'
  /** A response whose connection breaks. */
  | 'cut'

/** A server for the Responses API with a scripted model. */
export interface FakeResponses {
  url: string
  requests: ModelRequest[]
  /** How many complete answers reached the agent, each with the same tokens. */
  answered(): number
  /** Resolves when this many requests have arrived. */
  requested(count: number): Promise<void>
  close(): Promise<void>
}

/** Tokens of each response: 100 in, 20 out. */
export const tokensOfAnswer = 120

/** A model that answers with a text and does nothing. */
export const say = (text: string): ModelItem => ({
  type: 'message',
  role: 'assistant',
  id: nextId('msg'),
  content: [{ type: 'output_text', text, annotations: [] }],
})

/** A developer that reports its work as done. */
export const report = (summary: string, files: string[] = [], concerns: string[] = []): ModelItem =>
  say(JSON.stringify({ status: 'done', summary, subtasks: [], files, notDone: [], concerns }))

/** A model that lets the agent run a command line. */
export const run = (cmd: string, more: Record<string, unknown> = {}): ModelItem => ({
  type: 'function_call',
  id: nextId('fc'),
  call_id: nextId('call'),
  name: 'exec_command',
  arguments: JSON.stringify({ cmd, ...more }),
})

/** A model that lets the agent write a file with its own tool. */
export const patch = (path: string, lines: string[]): ModelItem =>
  run(
    [
      `apply_patch <<'PATCH'`,
      '*** Begin Patch',
      `*** Add File: ${path}`,
      ...lines.map((line) => `+${line}`),
      '*** End Patch',
      'PATCH',
    ].join('\n'),
  )

let made = 0
const nextId = (kind: string): string => `${kind}_${++made}`

export const startFakeResponses = async (
  answer: (request: ModelRequest, number: number) => ModelAnswer | Promise<ModelAnswer>,
): Promise<FakeResponses> => {
  const requests: ModelRequest[] = []
  let answers = 0
  const waiting: { count: number; resolve(): void }[] = []
  const server = createServer((incoming, response) => {
    void serve(incoming, response).catch(() => response.destroy())
  })
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    if (incoming.method !== 'POST' || !incoming.url?.endsWith('/responses')) {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":{"message":"no such place"}}')
      return
    }
    const left = new AbortController()
    response.on('close', () => left.abort())
    const body = JSON.parse(Buffer.concat(parts).toString()) as ModelRequest['body']
    const request = { ...readInput(body.input), body, headers: incoming.headers, left: left.signal }
    const number = requests.push(request) - 1
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
    const reply = await answer(request, number)
    if (Array.isArray(reply) && !response.destroyed) answers += 1
    send(response, reply, number)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answered: () => answers,
    requested: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const readInput = (input: InputItem[]): Pick<ModelRequest, 'prompt' | 'outputs'> => {
  const last = input.findLastIndex(({ type, role }) => type === 'message' && role === 'user')
  const outputs = input.slice(last + 1).filter(({ type }) => type.endsWith('_call_output'))
  return {
    prompt: (input[last]?.content ?? []).map(({ text = '' }) => text).join('\n'),
    outputs: outputs.map(({ output }) => (typeof output === 'string' ? output : JSON.stringify(output))),
  }
}

const send = (response: ServerResponse, answer: ModelAnswer, number: number): void => {
  if (typeof answer === 'object' && 'status' in answer) {
    const body = answer.body ?? { error: { message: `status ${answer.status}` } }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
    return
  }
  const id = `resp_${number}`
  const event = (type: string, data: object): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  event('response.created', { response: { id } })
  if (answer === 'hang') return
  if (answer === 'cut') {
    // The data must leave before the connection breaks.
    response.write(': \n\n', () => response.destroy())
    return
  }
  if ('failed' in answer)
    event('response.failed', { response: { id, status: 'failed', error: answer.failed } })
  else if ('incomplete' in answer)
    event('response.incomplete', {
      response: { id, status: 'incomplete', incomplete_details: { reason: answer.incomplete } },
    })
  else {
    answer.forEach((item, index) => event('response.output_item.done', { output_index: index, item }))
    event('response.completed', { response: { id, status: 'completed', output: answer, usage } })
  }
  response.end()
}

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: tokensOfAnswer,
}
