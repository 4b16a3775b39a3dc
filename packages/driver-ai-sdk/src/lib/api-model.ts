/**
 * A model as the AI SDK's providers make them: `openai('gpt-5')`, `anthropic('...')`, `createOpenAICompatible(...)('...')`.
 *
 * This is the part of the SDK's `LanguageModelV3` and `LanguageModelV4` that is used here: nothing of the SDK itself is needed.
 */
export interface ApiModel {
  readonly specificationVersion: 'v3' | 'v4'
  readonly provider: string
  readonly modelId: string
  doGenerate(request: ModelRequest): PromiseLike<ModelAnswer>
}

/** What a model is asked. */
export interface ModelRequest {
  prompt: ModelMessage[]
  tools?: ModelTool[]
  abortSignal?: AbortSignal
}

export interface ModelTool {
  type: 'function'
  name: string
  description?: string
  inputSchema: Record<string, unknown>
}

/** What a provider wants to see again with a part, such as the signature of a thought. */
export type ProviderOptions = Record<string, Record<string, never>>

export interface TextPart {
  type: 'text'
  text: string
  providerOptions?: ProviderOptions
}

export interface ReasoningPart {
  type: 'reasoning'
  text: string
  providerOptions?: ProviderOptions
}

export interface ToolCallPart {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
  providerOptions?: ProviderOptions
}

export interface ToolResultPart {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output: { type: 'text' | 'error-text'; value: string }
}

export type AssistantPart = TextPart | ReasoningPart | ToolCallPart

/** A message of a conversation. They are never changed: a shortened one is another. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: TextPart[] }
  | { role: 'assistant'; content: AssistantPart[] }
  | { role: 'tool'; content: ToolResultPart[] }

/** What a model answers, as far as it is looked at. It comes from outside: see `readAnswer`. */
export interface ModelAnswer {
  content: readonly object[]
  finishReason: unknown
  usage: unknown
}
