import type { PhaseDraft, PlanIssue, SubtaskDraft } from '@amelia/core/plugin'
import { findPrevious, orderItems } from '@amelia/markdown'
import type { TaskRecord } from './read-task.ts'

/**
 * Builds a phase for each task. A task or a subtask without `dependencies` depends on the one before it.
 *
 * The id of a subtask starts with its task's id (`5.2`). Its dependencies are siblings, or, with a dot, any
 * subtasks. A dependency on a subtask of another task makes its task depend on that task.
 */
export const buildPhases = (tasks: readonly TaskRecord[], issues: PlanIssue[]): PhaseDraft[] => {
  const taskIds = new Set(tasks.map((task) => task.id))
  const taskOf = new Map<string, string>()
  for (const task of tasks) {
    for (const subtask of task.subtasks) {
      const id = qualify(task.id, subtask.id)
      if (!taskOf.has(id)) taskOf.set(id, task.id)
    }
  }
  const subtasksOf = tasks.map((task) => readSubtasks(task, taskIds, issues))
  const named = tasks.map(({ id, dependencies = [] }, index) => {
    const names = new Set<string>()
    for (const dependency of dependencies) {
      const owner = taskIds.has(dependency) ? dependency : (taskOf.get(dependency) ?? dependency)
      // A task needs its parts anyway, so a dependency on one of them is redundant.
      if (owner !== id || dependency === id) names.add(owner)
    }
    for (const { dependsOn = [] } of subtasksOf[index] ?? []) {
      for (const name of dependsOn) {
        const owner = taskOf.get(name)
        if (owner !== undefined && owner !== id) names.add(owner)
      }
    }
    return [...names]
  })
  const dependsOn = addPrevious(tasks, named)
  return tasks.map(
    ({ id, title, body, status, priority, line }, index): PhaseDraft => ({
      id,
      title,
      body,
      dependsOn: dependsOn[index] ?? [],
      status,
      ...(priority !== undefined && { priority }),
      subtasks: subtasksOf[index] ?? [],
      line,
    }),
  )
}

const readSubtasks = (
  task: TaskRecord,
  taskIds: ReadonlySet<string>,
  issues: PlanIssue[],
): SubtaskDraft[] => {
  const parts = task.subtasks.map((part) => ({ ...part, id: qualify(task.id, part.id) }))
  const siblings = new Set(parts.map(({ id }) => id))
  const named = parts.map(({ id, dependencies = [], line, column }) => {
    const names = new Set<string>()
    for (const name of dependencies) {
      const full = name.includes('.') ? name : qualify(task.id, name)
      const isSibling = siblings.has(full) && full !== id
      if (full === name || isSibling || !taskIds.has(name)) names.add(full)
      else {
        const message = `Subtask ${id} depends on ${name}, which is a task and not a subtask of task ${task.id}. Add ${name} to the "dependencies" of task ${task.id}, or name a subtask of task ${name}, such as "${name}.1".`
        issues.push({ severity: 'error', code: 'DEPENDENCY_UNKNOWN', message, line, column })
      }
    }
    return [...names]
  })
  const dependsOn = addPrevious(parts, named)
  return orderItems(positionsOf(parts, dependsOn)).flatMap((index): SubtaskDraft[] => {
    const part = parts[index]
    if (!part) return []
    const { id, title, body, status, line } = part
    return [{ id, title, body, dependsOn: dependsOn[index] ?? [], status, line }]
  })
}

/** Adds the record before it to the dependencies of each record without the key `dependencies`. */
const addPrevious = (
  records: readonly Pick<TaskRecord, 'id' | 'dependencies'>[],
  named: readonly string[][],
): string[][] => {
  const previous = findPrevious(positionsOf(records, named))
  return records.map(({ id, dependencies }, index) => {
    const names = named[index] ?? []
    const before = dependencies === undefined ? records[previous[index] ?? -1]?.id : undefined
    return before === undefined || before === id ? names : [...new Set([...names, before])]
  })
}

/** Returns the positions of the named records, the first of each id. */
const positionsOf = (records: readonly { id: string }[], named: readonly string[][]): number[][] => {
  const positions = new Map<string, number>()
  for (const [index, { id }] of records.entries()) if (!positions.has(id)) positions.set(id, index)
  return named.map((names) => names.flatMap((name) => positions.get(name) ?? []))
}

const qualify = (task: string, id: string): string => (id.startsWith(`${task}.`) ? id : `${task}.${id}`)
