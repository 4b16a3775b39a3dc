import { boundLine, readRecord, readText } from '@amelia/agent-process'
import type { TodoItem } from '@amelia/core/plugin'

const longestText = 200
const maxItems = 500

/** Reads the items of a todo list: those of an event, or the steps of a plan in the log of a thread. */
export const readTodo = (items: unknown): TodoItem[] =>
  (Array.isArray(items) ? items.slice(0, maxItems) : []).map((item): TodoItem => {
    const { text, step = text, completed, status } = readRecord(item)
    const isCompleted = completed === true || status === 'completed'
    return {
      text: boundLine(readText(step), longestText),
      status: isCompleted ? 'completed' : status === 'in_progress' ? 'running' : 'pending',
    }
  })

/**
 * Adds to the list of an event which items are under way: only the log names them. The log may be behind, so
 * it counts only if it lists the same items and completes the same.
 */
export const mergeTodo = (told: TodoItem[], logged: TodoItem[] | undefined): TodoItem[] => {
  const same = told.every(({ text, status }, index) => {
    const other = logged?.[index]
    return other?.text === text && (other.status === 'completed') === (status === 'completed')
  })
  return logged && same && logged.length === told.length ? logged : told
}
