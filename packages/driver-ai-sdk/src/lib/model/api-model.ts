/**
 * A model from a provider package of the AI SDK: `openai('gpt-5')`, `anthropic('...')`,
 * `createOpenAICompatible(...)('...')`.
 *
 * The part of the SDK's `LanguageModelV3` and `LanguageModelV4` that is used here; the SDK itself is not
 * needed.
 */
export interface ApiModel {
  readonly specificationVersion: 'v3' | 'v4'
  readonly provider: string
  readonly modelId: string
  doGenerate(request: ModelRequest): PromiseLike<ModelAnswer>
}

/** Settings of every request to the model, as the AI SDK names them. */
export interface ModelCall {
  /** The longest response, in tokens. Default: the provider's. */
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  seed?: number
  headers?: Record<string, string | undefined>
  /** More options, by provider: reasoning effort, caching and others. */
  providerOptions?: Record<string, Record<string, unknown>>
}

/** A request to a model. */
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

/** Data that a provider expects back with a part, such as the signature of its reasoning. */
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

/** A message of a conversation. Messages are immutable: shortening one creates another. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: TextPart[] }
  | { role: 'assistant'; content: AssistantPart[] }
  | { role: 'tool'; content: ToolResultPart[] }

/** The part of a model's response that is used here. Untrusted: see `readAnswer`. */
export interface ModelAnswer {
  content: readonly object[]
  finishReason: unknown
  usage: unknown
}
