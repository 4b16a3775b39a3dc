import { boundLine, readRecord, readText } from '@amelia/agent-process'
import type { TodoItem } from '@amelia/core/plugin'
import type { AgentMessage } from '../message/read-message.ts'

/** Follows the todo list of a conversation, which its agent keeps with its own tools. */
export interface TodoList {
  /** Takes a message, and returns the list if the message changed it. */
  add(message: AgentMessage): TodoItem[] | undefined
}

const longestText = 200
const maxItems = 500

const statuses: Readonly<Record<string, TodoItem['status']>> = {
  pending: 'pending',
  in_progress: 'running',
  completed: 'completed',
}

/**
 * Creates an empty list. Only calls that succeeded count: of `TaskCreate`, `TaskUpdate` and `TaskList`, whose
 * results name the tasks by their ids, and of `TodoWrite`, which replaces the list.
 */
export const createTodoList = (): TodoList => {
  const calls = new Map<string, { name: string; input: Record<string, unknown> }>()
  const items = new Map<string, TodoItem>()
  let shown = ''

  const put = (id: string, text: unknown, status: unknown): void => {
    const last = items.get(id)
    if (last === undefined && items.size >= maxItems) return
    items.set(id, {
      text: typeof text === 'string' ? boundLine(text, longestText) : (last?.text ?? ''),
      status: statuses[readText(status)] ?? last?.status ?? 'pending',
    })
  }

  const replace = (list: unknown, textOf: (item: Record<string, unknown>) => unknown): void => {
    if (!Array.isArray(list)) return
    items.clear()
    for (const [index, item] of list.map(readRecord).entries())
      put(readText(item.id) || `${index}`, textOf(item), item.status)
  }

  const take = (name: string, input: Record<string, unknown>, result: Record<string, unknown>): void => {
    if (name === 'TodoWrite') replace(result.newTodos, ({ content }) => content)
    if (name === 'TaskList') replace(result.tasks, ({ subject }) => subject)
    const { id, subject } = readRecord(result.task)
    if (name === 'TaskCreate' && typeof id === 'string') put(id, subject, 'pending')
    const { taskId } = result
    if (name !== 'TaskUpdate' || result.success !== true || typeof taskId !== 'string') return
    if (input.status === 'deleted') items.delete(taskId)
    // A task whose creation was not received has no text: it could not be matched.
    else if (items.has(taskId)) put(taskId, input.subject, input.status)
  }

  return {
    add(message) {
      if (message.kind === 'tool' && /^T(?:odoWrite$|ask)/.test(message.name)) calls.set(message.id, message)
      if (message.kind !== 'returned') return undefined
      const call = calls.get(message.id)
      calls.delete(message.id)
      if (!call) return undefined
      take(call.name, call.input, message.result)
      const list = [...items.values()]
      const text = JSON.stringify(list)
      if (text === shown || (shown === '' && list.length === 0)) return undefined
      shown = text
      return list
    },
  }
}
