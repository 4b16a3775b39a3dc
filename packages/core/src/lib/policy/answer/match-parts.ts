import type { TodoItem } from '../../contract/driver.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { oneLine } from '../../text/one-line.ts'

type Part = Pick<Subtask, 'id' | 'title'>

/**
 * Matches the items of an agent's todo list to the subtasks of its phase, and returns the status of each
 * subtask that the list names and that has begun.
 *
 * An item names a subtask by its id at the beginning (`1a Write the tests`, `[1a]: ...`), or by a text that
 * equals the subtask's title. A number alone may be the number of a list, so the title must follow it. An
 * item that names none, or could name several, is ignored. Several items of a subtask are one: it is
 * completed when all of them are.
 */
export const matchParts = (
  subtasks: readonly Part[],
  items: readonly TodoItem[],
): Map<string, 'running' | 'completed'> => {
  const byId = new Map(subtasks.map((part) => [part.id, part]))
  const byTitle = new Map<string, Part | undefined>()
  for (const part of subtasks) {
    const title = oneLine(part.title)
    byTitle.set(title, byTitle.has(title) ? undefined : part)
  }
  const found = new Map<string, TodoItem['status'][]>()
  for (const { text, status } of items) {
    const part = byTitle.get(oneLine(text)) ?? named(byId, oneLine(text))
    if (part) found.set(part.id, [...(found.get(part.id) ?? []), status])
  }
  const statuses = new Map<string, 'running' | 'completed'>()
  for (const [id, all] of found) {
    if (all.every((status) => status === 'completed')) statuses.set(id, 'completed')
    else if (all.some((status) => status !== 'pending')) statuses.set(id, 'running')
  }
  return statuses
}

/** Marks that may enclose an id, and the id itself: it ends before a mark at its end. */
const beginning = /^[[(*_`#]*([\p{L}\p{N}](?:[\p{L}\p{N}._/-]*[\p{L}\p{N}])?)(?![\p{L}\p{N}])/u

const named = (byId: ReadonlyMap<string, Part>, text: string): Part | undefined => {
  const [start = '', id = ''] = beginning.exec(text) ?? []
  const part = byId.get(id)
  if (!part || /\D/.test(id)) return part
  const rest = text.slice(start.length).replace(/^[\])*_`.:\s-]+/, '')
  return rest === oneLine(part.title) ? part : undefined
}
