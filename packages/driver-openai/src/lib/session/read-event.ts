import { readRecord, readText } from '@amelia/agent-process'
import type { TodoItem } from '@amelia/core/plugin'
import { readTodo } from '../thread/read-todo.ts'
import { readTotals, type ThreadTotals } from '../thread/read-thread-line.ts'

/** An event of Codex, reduced to the fields that are used here. */
export type CodexEvent =
  | { type: 'started'; threadId: string }
  /** Codex has the prompt. */
  | { type: 'turn' }
  | { type: 'item'; phase: 'started' | 'updated' | 'completed'; item: CodexItem }
  | { type: 'completed'; totals: ThreadTotals }
  | { type: 'failed'; message: string }
  /** An error that need not end the session. */
  | { type: 'error'; message: string }

/** A part of a turn. */
export type CodexItem =
  | { type: 'text'; text: string }
  | { type: 'command'; command: string }
  | { type: 'edit'; paths: string[] }
  | { type: 'tool'; name: string; summary: string }
  /** The agent's todo list. Codex names only what is completed. */
  | { type: 'todo'; items: TodoItem[] }

const phases = {
  'item.started': 'started',
  'item.updated': 'updated',
  'item.completed': 'completed',
} as const

/** Reads an event of any shape; undefined for events that are not used here. */
export const readEvent = (value: unknown): CodexEvent | undefined => {
  const event = readRecord(value)
  switch (event['type']) {
    case 'thread.started':
      return { type: 'started', threadId: readText(event['thread_id']) }
    case 'turn.started':
      return { type: 'turn' }
    case 'item.started':
    case 'item.updated':
    case 'item.completed': {
      const item = readItem(readRecord(event['item']))
      return item && { type: 'item', phase: phases[event['type']], item }
    }
    case 'turn.completed':
      return { type: 'completed', totals: readTotals(readRecord(event['usage'])) }
    case 'turn.failed':
      return { type: 'failed', message: readText(readRecord(event['error'])['message']) }
    case 'error':
      return { type: 'error', message: readText(event['message']) }
    default:
      return undefined
  }
}

const readItem = (item: Record<string, unknown>): CodexItem | undefined => {
  switch (item['type']) {
    case 'agent_message':
      return { type: 'text', text: readText(item['text']) }
    case 'command_execution':
      return { type: 'command', command: readText(item['command']) }
    case 'file_change': {
      const changes = Array.isArray(item['changes']) ? item['changes'] : []
      return { type: 'edit', paths: changes.map((change) => readText(readRecord(change)['path'])) }
    }
    case 'mcp_tool_call':
      return { type: 'tool', name: readText(item['tool']), summary: readText(item['server']) }
    case 'todo_list':
      return { type: 'todo', items: readTodo(item['items']) }
    case 'web_search':
      return { type: 'tool', name: 'search', summary: readText(item['query']) }
    default:
      return undefined
  }
}
