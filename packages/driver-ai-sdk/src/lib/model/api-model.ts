/**
 * A model from a provider package of the AI SDK: `openai('gpt-5')`, `anthropic('...')`,
 * `createOpenAICompatible(...)('...')`.
 *
 * The part of the SDK's `LanguageModelV3` and `LanguageModelV4` that is used here; the SDK itself is not
 * needed.
 */
export interface ApiModel {
  /** The version of the SDK's model interface. */
  readonly specificationVersion: 'v3' | 'v4'
  /** The provider, as the package names it: `openai.responses`. */
  readonly provider: string
  /** The provider's name of the model. */
  readonly modelId: string
  /** Sends one request and returns the model's complete response. */
  doGenerate(request: ModelRequest): PromiseLike<ModelAnswer>
}

/** Settings of every request to the model, as the AI SDK names them. */
export interface ModelCall {
  /** The longest response, in tokens. Default: the provider's. */
  maxOutputTokens?: number
  /** The randomness of the response, on the provider's scale. Default: the provider's. */
  temperature?: number
  /** Nucleus sampling: the share of probability to sample from, 0 to 1. Default: the provider's. */
  topP?: number
  /** The number of most likely tokens to sample from. Default: the provider's. */
  topK?: number
  /** The seed of sampling: if the provider supports it, equal requests get equal responses. Default: none. */
  seed?: number
  /** HTTP headers of every request, in addition to the provider's own. */
  headers?: Record<string, string | undefined>
  /** More options, by provider: reasoning effort, caching and others. */
  providerOptions?: Record<string, Record<string, unknown>>
}

/** A request to a model. */
export interface ModelRequest {
  /** The conversation so far, oldest message first. */
  prompt: ModelMessage[]
  /** The tools that the model may call. Absent: none. */
  tools?: ModelTool[]
  /** Stops the request when it aborts. */
  abortSignal?: AbortSignal
}

/** A tool in the form that the AI SDK gives to a provider. */
export interface ModelTool {
  /** The kind of tool: one that the agent executes. */
  type: 'function'
  /** The name by which the model calls the tool. */
  name: string
  /** The effect and the limits of the tool, written for the model. */
  description?: string
  /** A JSON Schema of the tool's input. */
  inputSchema: Record<string, unknown>
}

/** Data that a provider expects back with a part, such as the signature of its reasoning. */
export type ProviderOptions = Record<string, Record<string, never>>

/** Text of a message. */
export interface TextPart {
  /** The kind of the part. */
  type: 'text'
  /** The text. */
  text: string
  /** Data of the provider about the part. */
  providerOptions?: ProviderOptions
}

/** Reasoning of the model before its answer. */
export interface ReasoningPart {
  /** The kind of the part. */
  type: 'reasoning'
  /** The reasoning, as far as the provider shows it. */
  text: string
  /** Data of the provider about the part. */
  providerOptions?: ProviderOptions
}

/** A call of a tool by the model. */
export interface ToolCallPart {
  /** The kind of the part. */
  type: 'tool-call'
  /** The id of the call, which its result repeats. */
  toolCallId: string
  /** The name of the tool. */
  toolName: string
  /** The input of the tool, as the model wrote it. */
  input: unknown
  /** Data of the provider about the part. */
  providerOptions?: ProviderOptions
}

/** The result of a call of a tool, for the model. */
export interface ToolResultPart {
  /** The kind of the part. */
  type: 'tool-result'
  /** The id of the call. */
  toolCallId: string
  /** The name of the tool. */
  toolName: string
  /** The result, or a mistake described for the model. */
  output: { type: 'text' | 'error-text'; value: string }
}

/** A part of an answer of the model. */
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart

/** A message of a conversation. Messages are immutable: shortening one creates another. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: TextPart[] }
  | { role: 'assistant'; content: AssistantPart[] }
  | { role: 'tool'; content: ToolResultPart[] }

/** The part of a model's response that is used here. Untrusted: see `readAnswer`. */
export interface ModelAnswer {
  /** The parts of the response: texts, reasoning and tool calls, in order. */
  content: readonly object[]
  /** Why the model stopped. */
  finishReason: unknown
  /** The tokens that the request and the response used. */
  usage: unknown
}
