import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A content block of the Messages API. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }

/** The model's reaction to one request. */
export type Reply =
  | { kind: 'answer'; blocks: Block[]; stop?: string; inputTokens?: number; outputTokens?: number }
  | {
      kind: 'failure'
      status: number
      error: { type: string; message: string }
      headers?: Record<string, string>
    }
  /** Sends the start of a stream and nothing more. */
  | { kind: 'hang' }
  /** Closes the connection without a response. */
  | { kind: 'drop' }

type Answer = Extract<Reply, { kind: 'answer' }>

/** The tokens of an answer that names none. */
const usual = { inputTokens: 100, outputTokens: 20 }

/** A request of the agent's conversation. */
export interface MessagesRequest {
  at: number
  headers: IncomingHttpHeaders
  body: MessagesBody
}

export interface MessagesBody {
  model: string
  stream?: boolean
  tools?: { name: string; input_schema?: unknown }[]
  system?: unknown
  messages: { role: string; content: string | ContentPart[] }[]
}

export interface ContentPart {
  type: string
  text?: string
  content?: unknown
  is_error?: boolean
  tool_use_id?: string
}

/** Returns the reply to a request. `turn` counts the requests of this conversation from 0. */
export type Script = (request: MessagesRequest, turn: number) => Reply | Promise<Reply>

export interface FakeAnthropic {
  url: string
  /** Requests of conversations: those with tools. */
  requests: MessagesRequest[]
  /** All other requests: titles, counts, requests to the root. */
  sideRequests: string[]
  /** The tokens of all answers that reached the agent. */
  used: { inputTokens: number; outputTokens: number }
  /** Sets the replies. A list is played in order, and its last reply is repeated. */
  play(script: Script | Reply[]): void
  close(): Promise<void>
}

export const say = (text: string, more: { inputTokens?: number; outputTokens?: number } = {}): Reply => ({
  kind: 'answer',
  blocks: [{ type: 'text', text }],
  ...more,
})

let calls = 0
const toolUse = (name: string, input: Record<string, unknown>): Block => ({
  type: 'tool_use',
  id: `toolu_${String(++calls).padStart(6, '0')}`,
  name,
  input,
})

/** Uses one tool, after a text if one is given. */
export const call = (name: string, input: Record<string, unknown>, text?: string): Reply => ({
  kind: 'answer',
  blocks: [...(text === undefined ? [] : [{ type: 'text' as const, text }]), toolUse(name, input)],
})

/** Ends a session: with the tool for structured output if the session requires it, otherwise with a text. */
export const finish = ({ body }: MessagesRequest, answer: Record<string, unknown>): Reply => {
  const tool = body.tools?.find(({ name }) => /structured/i.test(name))?.name
  return tool === undefined ? say(JSON.stringify(answer)) : call(tool, answer)
}

/** The report of a developer whose work is done. */
export const done = (summary: string, more: Record<string, unknown> = {}) => ({
  status: 'done',
  summary,
  subtasks: [],
  files: [],
  notDone: [],
  ...more,
})

export const fail = (
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): Reply => ({ kind: 'failure', status, error: { type, message }, headers })

/** Returns all text of a request's messages: the prompts, and the results of tools. */
export const textOf = ({ body }: MessagesRequest): string => JSON.stringify(body.messages)

/** Returns the results of the last turn's tools, one text each. */
export const toolResults = ({ body }: MessagesRequest): string[] => {
  const { content = '' } = body.messages.at(-1) ?? {}
  return typeof content === 'string'
    ? []
    : content.filter(({ type }) => type === 'tool_result').map((part) => JSON.stringify(part.content))
}

/** Returns the command in a reviewer's prompt that shows the full change. */
export const diffCommand = (request: MessagesRequest): string =>
  /git diff [0-9a-f]{12} [\w./-]+/.exec(textOf(request))?.[0] ?? 'false'

/** A Messages API on loopback that follows a script. */
export const createFakeAnthropic = async (
  first: Script | Reply[] = [say('Hello.')],
): Promise<FakeAnthropic> => {
  let script = asScript(first)
  let turn = 0
  const requests: MessagesRequest[] = []
  const sideRequests: string[] = []
  const used = { inputTokens: 0, outputTokens: 0 }

  const sendCounted = (response: ServerResponse, body: MessagesBody, reply: Answer): void => {
    if (response.destroyed) return
    sendAnswer(response, body, reply)
    used.inputTokens += reply.inputTokens ?? usual.inputTokens
    used.outputTokens += reply.outputTokens ?? usual.outputTokens
  }

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await readBody(incoming)
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    if (incoming.method !== 'POST' || path !== '/v1/messages') {
      sideRequests.push(`${incoming.method} ${path}`)
      if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 10 })
      return incoming.method === 'HEAD' || path === '/'
        ? void response.writeHead(200).end()
        : sendJson(response, 404, errorBody('not_found_error', path))
    }
    const body = JSON.parse(raw) as MessagesBody
    if (!body.tools?.length) {
      sideRequests.push(`${incoming.method} ${path} without tools`)
      return sendCounted(response, body, {
        kind: 'answer',
        blocks: [{ type: 'text', text: '{"title":"Work"}' }],
      })
    }
    const request = { at: performance.now(), headers: incoming.headers, body }
    requests.push(request)
    const reply = await script(request, turn++)
    if (reply.kind === 'answer') return sendCounted(response, body, reply)
    if (reply.kind === 'failure')
      return sendJson(response, reply.status, errorBody(reply.error.type, reply.error.message), reply.headers)
    if (reply.kind === 'drop') return void response.socket?.destroy()
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n')
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sideRequests,
    used,
    play(next) {
      script = asScript(next)
      turn = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const asScript = (script: Script | Reply[]): Script =>
  typeof script === 'function'
    ? script
    : (_, turn) => script[Math.min(turn, script.length - 1)] ?? say('There is nothing more in the script.')

const readBody = async (incoming: IncomingMessage): Promise<string> => {
  let raw = ''
  for await (const chunk of incoming.setEncoding('utf8')) raw += chunk as string
  return raw
}

const errorBody = (type: string, message: string) => ({ type: 'error', error: { type, message } })

const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const sendAnswer = (
  response: ServerResponse,
  { model, stream }: MessagesBody,
  { blocks, stop, inputTokens = usual.inputTokens, outputTokens = usual.outputTokens }: Answer,
): void => {
  const stopReason = stop ?? (blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn')
  const usage = { input_tokens: inputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = {
    id: `msg_${++calls}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [] as Block[],
    stop_reason: null as string | null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  }
  if (!stream) {
    const whole = { ...message, content: blocks, stop_reason: stopReason }
    return sendJson(response, 200, { ...whole, usage: { ...usage, output_tokens: outputTokens } })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type: string, data: Record<string, unknown> = {}): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
  send('message_start', { message })
  for (const [index, block] of blocks.entries()) {
    const isText = block.type === 'text'
    send('content_block_start', {
      index,
      content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
    })
    send('content_block_delta', {
      index,
      delta: isText
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
    })
    send('content_block_stop', { index })
  }
  send('message_delta', {
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: outputTokens },
  })
  send('message_stop')
  response.end()
}
