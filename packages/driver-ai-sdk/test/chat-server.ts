import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The used parts of a request for a completion. */
export interface ChatRequest {
  model: string
  messages: { role: string; content: string | null; tool_calls?: object[]; tool_call_id?: string }[]
  tools?: { function: { name: string } }[]
}

/** The server's reaction to a request. */
export type ChatTurn = (response: ServerResponse, request: ChatRequest) => void

/** The model answers with a text. */
export const replies =
  (message: object): ChatTurn =>
  (response) => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'r',
        created: 0,
        model: 'm',
        choices: [
          { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, ...message } },
        ],
        usage,
      }),
    )
  }

/** The model uses tools. */
export const calls = (...list: [name: string, input: object][]): ChatTurn =>
  replies({
    tool_calls: list.map(([name, input], index) => ({
      id: `call-${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  })

export const refuses =
  (status: number, message = 'no', headers: Record<string, string> = {}): ChatTurn =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message, type: 'x', param: null, code: null } }))
  }

export const neverAnswers: ChatTurn = () => {}

/** A local server for chat completions that plays the turns of a test, then `otherwise`. */
export const startChatServer = async (otherwise: ChatTurn = replies({ content: 'hello' })) => {
  const turns: ChatTurn[] = []
  const requests: { body: ChatRequest; headers: IncomingHttpHeaders; path: string | undefined }[] = []
  let broken = 0
  const server = createServer((request, response) => {
    let text = ''
    response.on('close', () => {
      if (!response.writableEnded) broken += 1
    })
    request.on('data', (part: Buffer) => {
      text += part.toString()
    })
    request.on('end', () => {
      const body = JSON.parse(text) as ChatRequest
      requests.push({ body, headers: request.headers, path: request.url })
      ;(turns.shift() ?? otherwise)(response, body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    /** Requests that the client aborted. */
    broken: () => broken,
    play: (...next: ChatTurn[]) => void turns.splice(0, turns.length, ...next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
