/* global Buffer */
import { createServer } from 'node:http'

/** Text that would be markup if the page inserted it as HTML. */
export const markup = '<img src="x" onerror="document.title = 1"><b>bold</b>'

const report = { status: 'done', summary: 'It is there.', subtasks: [], files: [], notDone: [] }

/** The model's responses for a phase: it inspects, writes a file named after the phase, and reports. */
const turnsOf = (phase) => [
  ['list', {}],
  ['write', { path: `pages/${phase}.html`, content: `<h1>Phase ${phase}</h1>\n${markup}\n` }],
  ['answer', report],
]

/** A reviewer's answer has a verdict. */
const asksVerdict = (tools) =>
  tools.some(({ function: { parameters } }) => parameters.properties?.approved !== undefined)

const verdict = { approved: true, summary: 'It does what the plan asks.', comments: [] }

const completion = ([name, input], id) => ({
  id,
  created: 0,
  model: 'm',
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
      },
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
})

const readBody = async (request) => {
  const parts = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

/**
 * A server on this machine that speaks chat completions to a page of any origin, with a model that does and
 * reviews the phases of a plan. It keeps nothing between requests. A key that is not `key` is refused, and
 * named in the refusal, as some servers do.
 */
export const serveModel = async (key) => {
  const state = { held: undefined, asked: [] }
  const waiting = []
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type')
    response.setHeader('content-type', 'application/json')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const { messages, tools = [] } = await readBody(request)
    const given = request.headers.authorization?.replace('Bearer ', '')
    if (given !== key) {
      const error = { message: `Incorrect API key provided: ${given}`, type: 'invalid_request_error' }
      return response.writeHead(401).end(JSON.stringify({ error }))
    }
    const asked = messages.findLast(({ role }) => role === 'user').content
    const phase = /\bphase (\w+)/i.exec(asked)?.[1]?.toUpperCase() ?? 'none'
    const turn = messages.filter(({ role }) => role === 'assistant').length
    state.asked.push({ phase, asked })
    const turns = asksVerdict(tools) ? [['answer', verdict]] : turnsOf(phase)
    const play = () =>
      response.end(
        JSON.stringify(completion(turns[Math.min(turn, turns.length - 1)], `call-${state.asked.length}`)),
      )
    // The report of a paused phase waits: its file is written, and the phase is running.
    if (state.held === phase && turn === 2) waiting.push(play)
    else setTimeout(play, 120)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${server.address().port}/v1`,
    asked: state.asked,
    /** Delays the end of a phase until `release`. */
    hold(phase) {
      state.held = phase
    },
    release() {
      state.held = undefined
      for (const play of waiting.splice(0)) play()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
