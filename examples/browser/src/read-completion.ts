import type { ModelAnswer } from '@amelia/driver-ai-sdk'

/** The used parts of a completion. It comes from a server, so each part may be missing. */
interface Completion {
  choices?: {
    finish_reason?: string
    message?: {
      content?: string | null
      tool_calls?: { id?: string; function?: { name?: string; arguments?: string } }[]
    }
  }[]
  usage?: {
    prompt_tokens?: number
    completion_tokens?: number
    prompt_tokens_details?: { cached_tokens?: number }
  }
}

const reasons: Record<string, string> = { length: 'length', content_filter: 'content-filter' }

/** Converts a server's response to the form of the AI SDK. Throws if it is not a completion. */
export const readCompletion = (value: unknown): ModelAnswer => {
  const { choices, usage } = (value ?? {}) as Completion
  const choice = choices?.[0]
  if (choice?.message === undefined)
    throw Object.assign(new Error('The response is not a chat completion.'), { name: 'InvalidResponseData' })
  const { content, tool_calls: calls } = choice.message
  return {
    content: [
      ...(typeof content === 'string' ? [{ type: 'text', text: content }] : []),
      ...(calls ?? []).map((call, index) => ({
        type: 'tool-call',
        toolCallId: call.id ?? `call-${index}`,
        toolName: call.function?.name ?? '',
        input: call.function?.arguments ?? '',
      })),
    ],
    finishReason: reasons[choice.finish_reason ?? ''] ?? 'stop',
    usage: {
      inputTokens: { total: usage?.prompt_tokens, cacheRead: usage?.prompt_tokens_details?.cached_tokens },
      outputTokens: { total: usage?.completion_tokens },
    },
  }
}
