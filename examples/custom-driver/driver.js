import { defineDriver, driverError } from '@amelia/core/plugin'

const { crypto, fetch } = globalThis
const failures = { 401: 'auth', 402: 'permission', 403: 'permission', 404: 'environment' }
/** A tool of the request in the form of this API. */
const describe = ({ name, description, inputSchema: parameters }) => ({
  type: 'function',
  function: { name, description, parameters },
})

/** Creates an agent from any model behind a server for chat completions, with the tools of the session. */
export const chatAgent = ({ url, key, model }) => {
  const threads = new Map()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const ask = async (messages, { tools, outputSchema: schema }, signal) => {
    const response_format = schema && { type: 'json_schema', json_schema: { name: 'answer', schema } }
    const body = JSON.stringify({ model, messages, tools: tools.definitions.map(describe), response_format })
    const response = await fetch(`${url}/chat/completions`, { method: 'POST', signal, headers, body })
    if (response.ok) return response.json()
    const { status } = response
    const wait = Number(response.headers.get('retry-after')) * 1000
    const known = status >= 500 ? 'transient' : status === 429 ? 'rate_limited' : failures[status]
    throw driverError(known ?? 'agent_failed', {
      message: `The model's server answered ${status}: ${(await response.text()).slice(0, 500)}`,
      ...(wait > 0 && { retryAfterMs: wait }),
    })
  }
  const runSession = async (request, { signal, emit }) => {
    const messages = [...(threads.get(request.resume) ?? []), { role: 'user', content: request.prompt }]
    const usage = { inputTokens: 0, outputTokens: 0 }
    for (;;) {
      const answer = await ask(messages, request, signal)
      const { message } = answer.choices[0]
      messages.push(message)
      usage.inputTokens += answer.usage.prompt_tokens
      usage.outputTokens += answer.usage.completion_tokens
      emit({ type: 'usage', usage: { ...usage } })
      if (!message.tool_calls?.length) break
      const left = request.limits.tokens - usage.inputTokens - usage.outputTokens
      if (left <= 0) throw driverError('budget_exceeded')
      for (const { id, function: call } of message.tool_calls) {
        emit({ type: 'tool', name: call.name, summary: call.arguments.slice(0, 100) })
        const result = await request.tools.call(call.name, call.arguments)
        messages.push({ role: 'tool', tool_call_id: id, content: result.text })
      }
    }
    const [sessionId, text] = [crypto.randomUUID(), messages.at(-1).content]
    threads.set(sessionId, messages)
    return { sessionId, text, usage, ...(request.outputSchema && { output: JSON.parse(text) }) }
  }
  return defineDriver({ id: 'chat', provider: new URL(url).host, meters: ['tokens'], runSession })
}
