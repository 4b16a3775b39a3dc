import type { PhaseDraft, SubtaskDraft } from '@amelia/core/plugin'
import { orderSubtasks } from './order-subtasks.ts'
import type { TaskRecord } from './read-task.ts'

/**
 * Builds a phase for each task.
 *
 * The id of a subtask starts with its task's id (`5.2`). Its dependencies are siblings, or, with a dot, any
 * subtasks. A dependency on a subtask of another task makes its task depend on that task.
 */
export const buildPhases = (tasks: readonly TaskRecord[]): PhaseDraft[] => {
  const taskIds = new Set(tasks.map((task) => task.id))
  const taskOf = new Map<string, string>()
  for (const task of tasks) {
    for (const subtask of task.subtasks) {
      const id = qualify(task.id, subtask.id)
      if (!taskOf.has(id)) taskOf.set(id, task.id)
    }
  }
  return tasks.map((task): PhaseDraft => {
    const dependsOn = new Set<string>()
    for (const dependency of task.dependencies) {
      const owner = taskIds.has(dependency) ? dependency : (taskOf.get(dependency) ?? dependency)
      // A task needs its parts anyway, so a dependency on one of them is redundant.
      if (owner !== task.id || dependency === task.id) dependsOn.add(owner)
    }
    const subtasks = readSubtasks(task)
    for (const { dependsOn: names = [] } of subtasks) {
      for (const name of names) {
        const owner = taskOf.get(name)
        if (owner !== undefined && owner !== task.id) dependsOn.add(owner)
      }
    }
    return {
      id: task.id,
      title: task.title,
      body: task.body,
      dependsOn: [...dependsOn],
      status: task.status,
      ...(task.priority !== undefined && { priority: task.priority }),
      subtasks,
      line: task.line,
    }
  })
}

const readSubtasks = (task: TaskRecord): SubtaskDraft[] => {
  const ids = task.subtasks.map((subtask) => qualify(task.id, subtask.id))
  const positions = new Map<string, number>()
  ids.forEach((id, index) => {
    if (!positions.has(id)) positions.set(id, index)
  })
  const named = task.subtasks.map(({ dependencies }) => [
    ...new Set(dependencies.map((name) => (name.includes('.') ? name : qualify(task.id, name)))),
  ])
  const siblings = named.map((names) => names.flatMap((name) => positions.get(name) ?? []))
  return orderSubtasks(siblings).flatMap((index): SubtaskDraft[] => {
    const subtask = task.subtasks[index]
    if (!subtask) return []
    const { title, body, status, line } = subtask
    return [{ id: ids[index] ?? '', title, body, dependsOn: named[index] ?? [], status, line }]
  })
}

const qualify = (task: string, id: string): string => (id.startsWith(`${task}.`) ? id : `${task}.${id}`)
