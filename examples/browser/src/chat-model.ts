import type { ApiModel, ModelMessage, ModelRequest } from '@amelia/driver-ai-sdk'
import type { Agent } from './agent.ts'
import { readCompletion } from './read-completion.ts'

/**
 * Creates a model of the AI SDK for a server of chat completions. The SDK's own provider for such servers has
 * more features and is 106 kB in a page.
 */
export const chatModel = ({ address, model, key }: Agent): ApiModel => ({
  specificationVersion: 'v3',
  provider: 'chat',
  modelId: model,
  async doGenerate({ prompt, tools, abortSignal }) {
    const response = await fetch(`${address}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages: prompt.flatMap(writeMessage), ...writeTools(tools) }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // The key is sent to the given address and nowhere else.
      redirect: 'error',
      ...(abortSignal === undefined ? {} : { signal: abortSignal }),
    }).catch(explain)
    if (!response.ok) throw await readRefusal(response)
    return readCompletion(await response.json())
  },
})

/**
 * Explains a failed fetch, because a page does not learn the reason. An aborted request rejects with its own
 * reason.
 */
const explain = (error: unknown): never => {
  if (!(error instanceof TypeError)) throw error
  const reason = `Failed to fetch. The server cannot be reached, or does not allow pages of ${location.origin} (CORS).`
  throw new Error(reason, { cause: error })
}

const textOf = (parts: readonly { type: string; text?: string }[]): string =>
  parts.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('')

const writeMessage = (message: ModelMessage): object[] => {
  switch (message.role) {
    case 'system':
      return [message]
    case 'user':
      return [{ role: 'user', content: textOf(message.content) }]
    case 'tool':
      return message.content.map(({ toolCallId, output }) => ({
        role: 'tool',
        tool_call_id: toolCallId,
        content: output.value,
      }))
    case 'assistant': {
      const calls = message.content.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
      const uses = calls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        type: 'function',
        function: { name: toolName, arguments: JSON.stringify(input) },
      }))
      const content = textOf(message.content) || null
      return [{ role: 'assistant', content, ...(uses.length === 0 ? {} : { tool_calls: uses }) }]
    }
  }
}

const writeTools = (tools: ModelRequest['tools'] = []): object =>
  tools.length === 0
    ? {}
    : {
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name, description, parameters: inputSchema },
        })),
      }

/** Builds the error of a rejected request in the form that the driver expects. */
const readRefusal = async (response: Response): Promise<Error> => {
  const responseBody = await response.text().catch(() => '')
  return Object.assign(new Error(reasonOf(responseBody) || response.statusText), {
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  })
}

const reasonOf = (body: string): string => {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: unknown } }
    return typeof error?.message === 'string' ? error.message : ''
  } catch {
    return ''
  }
}
