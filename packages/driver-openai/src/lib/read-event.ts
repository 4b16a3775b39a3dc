/** What Codex says on one line, as far as it is used here. What is new or odd is nothing. */
export type CodexEvent =
  | { type: 'started'; threadId: string }
  | { type: 'item'; phase: 'started' | 'completed'; item: CodexItem }
  | { type: 'completed'; inputTokens: number; outputTokens: number }
  | { type: 'failed'; message: string }
  /** A word about an error that is no end by itself. */
  | { type: 'error'; message: string }

export type CodexItem =
  | { type: 'text'; text: string }
  | { type: 'command'; command: string }
  | { type: 'edit'; paths: string[] }
  | { type: 'tool'; name: string; summary: string }

/** Reads an event of the SDK. Undefined for what is of no use, which is never an error. */
export const readEvent = (value: unknown): CodexEvent | undefined => {
  const event = recordOf(value)
  switch (event['type']) {
    case 'thread.started':
      return { type: 'started', threadId: textOf(event['thread_id']) }
    case 'item.started':
    case 'item.completed': {
      const item = readItem(recordOf(event['item']))
      const phase = event['type'] === 'item.started' ? 'started' : 'completed'
      return item && { type: 'item', phase, item }
    }
    case 'turn.completed': {
      const usage = recordOf(event['usage'])
      return {
        type: 'completed',
        inputTokens: countOf(usage['input_tokens']),
        outputTokens: countOf(usage['output_tokens']),
      }
    }
    case 'turn.failed':
      return { type: 'failed', message: textOf(recordOf(event['error'])['message']) }
    case 'error':
      return { type: 'error', message: textOf(event['message']) }
    default:
      return undefined
  }
}

const readItem = (item: Record<string, unknown>): CodexItem | undefined => {
  switch (item['type']) {
    case 'agent_message':
      return { type: 'text', text: textOf(item['text']) }
    case 'command_execution':
      return { type: 'command', command: textOf(item['command']) }
    case 'file_change': {
      const changes = Array.isArray(item['changes']) ? item['changes'] : []
      return { type: 'edit', paths: changes.map((change) => textOf(recordOf(change)['path'])) }
    }
    case 'mcp_tool_call':
      return { type: 'tool', name: textOf(item['tool']), summary: textOf(item['server']) }
    case 'web_search':
      return { type: 'tool', name: 'search', summary: textOf(item['query']) }
    default:
      return undefined
  }
}

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
