import { normalizePhaseId, phaseFields, type PlanIssue, type PlanStatus } from '@amelia/core/plugin'
import { type DocumentNode, type NodePlace, oneLine, textOf, valueOf } from '@amelia/markdown'

/** A task or a subtask as written. */
export interface TaskRecord extends NodePlace {
  /** Normalized; for a subtask as written, with or without its task's id. */
  id: string
  title: string
  body: string
  /** Normalized; undefined without the key. */
  dependencies: string[] | undefined
  status: PlanStatus
  priority?: number
  subtasks: TaskRecord[]
}

const statuses = new Map<string, PlanStatus>([
  ['pending', 'pending'],
  ['todo', 'pending'],
  ['in-progress', 'in_progress'],
  ['in_progress', 'in_progress'],
  ['review', 'in_progress'],
  ['done', 'done'],
  ['completed', 'done'],
  ['deferred', 'deferred'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
])

/**
 * Reads a task with its subtasks, or reports an issue. `what` names it in messages; `level` is 1 for a
 * subtask.
 */
export const readTask = (
  node: DocumentNode,
  what: string,
  issues: PlanIssue[],
  level = 0,
): TaskRecord | undefined => {
  const report = (
    { line, column }: NodePlace,
    message: string,
    code: PlanIssue['code'] = 'PLAN_SCHEMA',
    severity: PlanIssue['severity'] = 'error',
  ): void => {
    issues.push({ severity, code, message: `${what}: ${message}`, line, column })
  }
  if (node.kind !== 'map') {
    report(node, 'it must be an object.')
    return undefined
  }
  const find = (key: string): DocumentNode | undefined => valueOf(node, key)
  const text = (key: string): string => {
    const value = find(key)
    if (!value) return ''
    if (value.kind === 'scalar') return textOf(value)
    if (value.kind === 'list' && value.items.every((item) => item.kind === 'scalar'))
      return value.items.map((item) => `- ${textOf(item)}`).join('\n')
    report(value, `"${key}" must be a text or a list of texts.`)
    return ''
  }
  const items = (key: string): DocumentNode[] => {
    const value = find(key)
    if (!value) return []
    if (value.kind === 'list') return value.items
    report(value, `"${key}" must be a list.`)
    return []
  }
  const named = find('id')
  const id = named && readId(named)
  if (id === undefined) {
    report(named ?? node, named ? '"id" must be a number or a text.' : 'it has no "id".')
    return undefined
  }
  const said = text('status').toLowerCase()
  const status = statuses.get(said)
  if (!status && said !== '') {
    const shown = JSON.stringify(said.slice(0, 40))
    report(
      find('status') ?? node,
      `the status ${shown} does not decide whether it runs, so it counts as pending.`,
      'STATUS_UNKNOWN',
      'warning',
    )
  }
  const urgency = text('priority')
  const priority = phaseFields.priority.read(urgency)
  if (priority === undefined && urgency !== '') {
    const shown = JSON.stringify(urgency.slice(0, 40))
    report(
      find('priority') ?? node,
      `the priority ${shown} ${phaseFields.priority.unreadable?.problem}, so it is ignored.`,
      'PRIORITY_INVALID',
      'warning',
    )
  }
  const inside = items('subtasks')
  // Subtasks of a subtask are not read, so they are reported with all other values that nobody takes.
  const parts = level === 0 ? inside : []
  const labelled = (key: string, label: string): string => {
    const value = text(key)
    return value === '' ? '' : `${label}:${value.startsWith('- ') ? '\n' : ' '}${value}`
  }
  const texts = [
    text('description'),
    text('details'),
    labelled('testStrategy', 'Test strategy'),
    labelled('acceptanceCriteria', 'Acceptance criteria'),
    labelled('notes', 'Notes'),
  ]
  const title = oneLine(text('title'))
  if (title === '' && (find('title')?.kind ?? 'scalar') === 'scalar') {
    const keys = [...node.entries.keys()].slice(0, 8).map((key) => JSON.stringify(key.slice(0, 40)))
    report(find('title') ?? node, `it has no "title". Its keys are ${keys.join(', ')}.`)
  }
  return {
    id,
    title: title || `Task ${id}`,
    body: texts.filter((part) => part !== '').join('\n\n'),
    dependencies:
      find('dependencies') &&
      items('dependencies').flatMap((item) => {
        const dependency = readId(item)
        if (dependency === undefined) report(item, 'a dependency must be a number or a text.')
        return dependency ?? []
      }),
    status: status ?? 'pending',
    ...(priority !== undefined && { priority }),
    subtasks: parts.flatMap(
      (item, index) => readTask(item, `Subtask ${index + 1} of task ${id}`, issues, level + 1) ?? [],
    ),
    line: node.line,
    column: node.column,
  }
}

/** Converts a number or a text to an id: `5` and `"5"` are equal. */
const readId = (node: DocumentNode): string | undefined => {
  const id = normalizePhaseId(textOf(node))
  return id === '' ? undefined : id
}
