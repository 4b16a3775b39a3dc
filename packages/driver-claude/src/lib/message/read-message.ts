import { readCount, readNumber, readRecord, readText } from '@amelia/agent-process'
import type { TokenCounts } from './token-counts.ts'

/** A message of the SDK, reduced to the fields that are used here. */
export type AgentMessage =
  | { kind: 'session'; id: string }
  | { kind: 'text'; text: string }
  | { kind: 'tool'; id: string; name: string; input: Record<string, unknown> }
  /** A tool of the main conversation returned. `result` is empty for a text, such as that of an error. */
  | { kind: 'returned'; id: string; result: Record<string, unknown> }
  /** A message of the main conversation, by the id that it has in the transcript. */
  | { kind: 'message'; id: string }
  /** A response started: tokens read for it, and tokens written so far. `thread` identifies the subagent. */
  | { kind: 'begun'; thread: string; model: string; tokens: TokenCounts }
  /** Tokens written to a response so far. */
  | { kind: 'grown'; thread: string; outputTokens: number }
  /** The agent is about to retry a request. Long waits are announced again, with the same `attempt`. */
  | { kind: 'retry'; attempt: number; status: number | undefined; error: string; delayMs: number }
  /** The subscription's limit is reached; it resets at this time, in milliseconds since 1970. */
  | { kind: 'limit'; resetsAt: number }
  /** The program has queued, started, completed or cancelled a message that it was sent. */
  | { kind: 'command'; id: string; state: string }
  /** A response failed. */
  | { kind: 'error'; error: string }
  | AgentResult

/** The last message of a session. */
export interface AgentResult {
  kind: 'result'
  failed: boolean
  subtype: string
  text: string
  output: unknown
  status: number | undefined
  /** The agent's reason for ending the session. */
  reason: string
  /** The model's reason for ending its last response. */
  stop: string
  /** The reason why the agent could not start. */
  startup: string | undefined
  /** The type of the server's error. */
  errorType: string | undefined
  /** Tokens and cost of this session only; undefined if the agent does not report them separately. */
  own: ModelUsage[] | undefined
  /** Cost of the conversation, earlier sessions included. */
  totalUsd: number | undefined
}

/** The usage of one model. */
export interface ModelUsage {
  model: string
  tokens: TokenCounts
  usd: number
}

/** Reads a message of any shape. An unknown message yields nothing. */
export const readMessage = (message: unknown): AgentMessage[] => {
  const fields = readRecord(message)
  switch (fields.type) {
    case 'system':
      return readSystem(fields)
    case 'assistant':
      return [...messageOf(fields), ...readAnswer(fields)]
    case 'user':
      return [...messageOf(fields), ...readReturned(fields)]
    case 'stream_event':
      return readStream(fields)
    case 'rate_limit_event': {
      const { status, isUsingOverage, resetsAt } = readRecord(fields.rate_limit_info)
      const at = readNumber(resetsAt)
      // Usage that is paid in addition covers the request: the session goes on.
      const isRejected = status === 'rejected' && isUsingOverage !== true
      return isRejected && at !== undefined ? [{ kind: 'limit', resetsAt: at * 1000 }] : []
    }
    case 'command_lifecycle':
      return [{ kind: 'command', id: readText(fields.command_uuid), state: readText(fields.state) }]
    case 'result':
      return [...sessionOf(fields), readResult(fields)]
    default:
      return []
  }
}

const sessionOf = ({ session_id: id }: Record<string, unknown>): AgentMessage[] =>
  typeof id === 'string' && id !== '' ? [{ kind: 'session', id }] : []

const messageOf = ({ uuid, parent_tool_use_id: parent }: Record<string, unknown>): AgentMessage[] =>
  typeof uuid === 'string' && typeof parent !== 'string' ? [{ kind: 'message', id: uuid }] : []

const readSystem = (fields: Record<string, unknown>): AgentMessage[] => {
  if (fields.subtype === 'init') return sessionOf(fields)
  if (fields.subtype !== 'api_retry') return []
  return [
    {
      kind: 'retry',
      attempt: readCount(fields.attempt),
      status: readNumber(fields.error_status),
      error: readText(fields.error),
      delayMs: readCount(fields.retry_delay_ms),
    },
  ]
}

const readAnswer = (fields: Record<string, unknown>): AgentMessage[] => {
  if (typeof fields.error === 'string') return [{ kind: 'error', error: fields.error }]
  const { content } = readRecord(fields.message)
  if (!Array.isArray(content)) return []
  return content.map(readRecord).flatMap((block): AgentMessage[] => {
    if (block.type === 'text' && typeof block.text === 'string') return [{ kind: 'text', text: block.text }]
    if (block.type === 'tool_use')
      return [
        {
          kind: 'tool',
          id: readText(block.id),
          name: readText(block.name),
          input: readRecord(block.input),
        },
      ]
    return []
  })
}

/** The agent sends each result in a separate message, as data beside the text for the model. */
const readReturned = (fields: Record<string, unknown>): AgentMessage[] => {
  const { content } = readRecord(fields.message)
  if (typeof fields.parent_tool_use_id === 'string' || !Array.isArray(content)) return []
  const { type, tool_use_id: id } = readRecord(content[0])
  if (type !== 'tool_result' || typeof id !== 'string') return []
  return [{ kind: 'returned', id, result: readRecord(fields.tool_use_result) }]
}

const readStream = ({ event, parent_tool_use_id: parent }: Record<string, unknown>): AgentMessage[] => {
  const { type, message, usage } = readRecord(event)
  const thread = readText(parent)
  if (type === 'message_start') {
    const { model, usage: told } = readRecord(message)
    return [{ kind: 'begun', thread, model: readText(model), tokens: readTokens(readRecord(told)) }]
  }
  if (type !== 'message_delta') return []
  return [{ kind: 'grown', thread, outputTokens: readCount(readRecord(usage).output_tokens) }]
}

/** Reads the tokens of one request, as the server reports them. */
export const readTokens = (usage: Record<string, unknown>): TokenCounts => {
  const writtenLong = readCount(readRecord(usage.cache_creation).ephemeral_1h_input_tokens)
  return {
    fresh: readCount(usage.input_tokens),
    written: Math.max(0, readCount(usage.cache_creation_input_tokens) - writtenLong),
    writtenLong,
    cached: readCount(usage.cache_read_input_tokens),
    output: readCount(usage.output_tokens),
  }
}

const readResult = (fields: Record<string, unknown>): AgentResult => {
  const errors = Array.isArray(fields.errors)
    ? fields.errors.filter((error) => typeof error === 'string')
    : []
  const startup = fields.startup_failure_reason
  const errorType = fields.api_error_type ?? fields.api_error
  return {
    kind: 'result',
    // API failures have the subtype `success`, and `is_error`.
    failed: fields.is_error === true || fields.subtype !== 'success',
    subtype: readText(fields.subtype),
    text: typeof fields.result === 'string' ? fields.result : errors.join('\n'),
    output: fields.structured_output,
    status: readNumber(fields.api_error_status),
    reason: readText(fields.terminal_reason),
    stop: readText(fields.stop_reason),
    startup: typeof startup === 'string' ? startup : undefined,
    errorType: typeof errorType === 'string' ? errorType : undefined,
    own: readOwn(fields.model_usage_since_last_result),
    totalUsd: readNumber(fields.total_cost_usd),
  }
}

/** The usage of each model, subagents and side calls included. */
const readOwn = (usage: unknown): ModelUsage[] | undefined => {
  if (typeof usage !== 'object' || usage === null) return undefined
  return Object.entries(usage).map(([model, value]) => {
    const told = readRecord(value)
    const writtenLong = readCount(told.cacheCreationEphemeral1hInputTokens)
    return {
      model,
      tokens: {
        fresh: readCount(told.inputTokens),
        written: Math.max(0, readCount(told.cacheCreationInputTokens) - writtenLong),
        writtenLong,
        cached: readCount(told.cacheReadInputTokens),
        output: readCount(told.outputTokens),
      },
      usd: readCount(told.costUSD),
    }
  })
}
