/** What is known of one of the SDK's messages. Fields that are missing or of another form are left out. */
export type AgentMessage =
  | { kind: 'session'; id: string }
  | { kind: 'text'; text: string }
  | { kind: 'tool'; name: string; input: Record<string, unknown> }
  /** An answer begins: what was read for it, and what it has so far. `thread` tells subagents apart. */
  | { kind: 'begun'; thread: string; inputTokens: number; outputTokens: number }
  /** The answer's length so far. */
  | { kind: 'grown'; thread: string; outputTokens: number }
  /** The agent means to ask again by itself. */
  | { kind: 'retry'; status: number | undefined; error: string; delayMs: number | undefined }
  /** A plan's limit is reached until then, in milliseconds since 1970. */
  | { kind: 'limit'; resetsAt: number }
  /** Why an answer is none. */
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
  /** Why the session ended, in the agent's words. */
  reason: string
  /** What keeps the agent from starting. */
  startup: string | undefined
  /** The type of the server's error. */
  errorType: string | undefined
  /** Tokens and cost of this session alone. Undefined where the agent does not tell them apart. */
  own: { inputTokens: number; outputTokens: number; usd: number } | undefined
  /** Cost of this conversation, earlier sessions included. */
  totalUsd: number | undefined
}

/** Reads a message of whatever form. Unknown ones say nothing. */
export const readMessage = (message: unknown): AgentMessage[] => {
  const fields = asRecord(message)
  switch (fields.type) {
    case 'system':
      return readSystem(fields)
    case 'assistant':
      return readAnswer(fields)
    case 'stream_event':
      return readStream(fields)
    case 'rate_limit_event': {
      const { status, resetsAt } = asRecord(fields.rate_limit_info)
      const at = asNumber(resetsAt)
      return status === 'rejected' && at !== undefined ? [{ kind: 'limit', resetsAt: at * 1000 }] : []
    }
    case 'result':
      return [...sessionOf(fields), readResult(fields)]
    default:
      return []
  }
}

const sessionOf = ({ session_id: id }: Record<string, unknown>): AgentMessage[] =>
  typeof id === 'string' && id !== '' ? [{ kind: 'session', id }] : []

const readSystem = (fields: Record<string, unknown>): AgentMessage[] => {
  if (fields.subtype === 'init') return sessionOf(fields)
  if (fields.subtype !== 'api_retry') return []
  const { error_status: status, error, retry_delay_ms: delayMs } = fields
  return [{ kind: 'retry', status: asNumber(status), error: asText(error), delayMs: asNumber(delayMs) }]
}

const readAnswer = (fields: Record<string, unknown>): AgentMessage[] => {
  if (typeof fields.error === 'string') return [{ kind: 'error', error: fields.error }]
  const { content } = asRecord(fields.message)
  if (!Array.isArray(content)) return []
  return content.map(asRecord).flatMap((block): AgentMessage[] => {
    if (block.type === 'text' && typeof block.text === 'string') return [{ kind: 'text', text: block.text }]
    if (block.type === 'tool_use')
      return [{ kind: 'tool', name: asText(block.name), input: asRecord(block.input) }]
    return []
  })
}

const readStream = ({ event, parent_tool_use_id: parent }: Record<string, unknown>): AgentMessage[] => {
  const { type, message, usage } = asRecord(event)
  const thread = asText(parent)
  if (type === 'message_start') {
    const told = asRecord(asRecord(message).usage)
    const read = told.input_tokens
    const inputTokens =
      count(read) + count(told.cache_creation_input_tokens) + count(told.cache_read_input_tokens)
    return [{ kind: 'begun', thread, inputTokens, outputTokens: count(told.output_tokens) }]
  }
  if (type !== 'message_delta') return []
  return [{ kind: 'grown', thread, outputTokens: count(asRecord(usage).output_tokens) }]
}

const readResult = (fields: Record<string, unknown>): AgentResult => {
  const errors = Array.isArray(fields.errors)
    ? fields.errors.filter((error) => typeof error === 'string')
    : []
  const startup = fields.startup_failure_reason
  const errorType = fields.api_error_type ?? fields.api_error
  return {
    kind: 'result',
    // A failure of the API comes as a success that is an error.
    failed: fields.is_error === true || fields.subtype !== 'success',
    subtype: asText(fields.subtype),
    text: typeof fields.result === 'string' ? fields.result : errors.join('\n'),
    output: fields.structured_output,
    status: asNumber(fields.api_error_status),
    reason: asText(fields.terminal_reason),
    startup: typeof startup === 'string' ? startup : undefined,
    errorType: typeof errorType === 'string' ? errorType : undefined,
    own: readOwn(fields.model_usage_since_last_result),
    totalUsd: asNumber(fields.total_cost_usd),
  }
}

/** The sum over the models, subagents and side calls included. What came from a cache was read too. */
const readOwn = (usage: unknown): AgentResult['own'] => {
  if (typeof usage !== 'object' || usage === null) return undefined
  const own = { inputTokens: 0, outputTokens: 0, usd: 0 }
  for (const model of Object.values(usage).map(asRecord)) {
    own.inputTokens +=
      count(model.inputTokens) + count(model.cacheReadInputTokens) + count(model.cacheCreationInputTokens)
    own.outputTokens += count(model.outputTokens)
    own.usd += count(model.costUSD)
  }
  return own
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const count = (value: unknown): number => Math.max(0, asNumber(value) ?? 0)
