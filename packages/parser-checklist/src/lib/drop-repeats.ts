import type { PlanIssue, PlanStatus } from '@amelia/core/plugin'
import type { TaskText } from './text/read-task-text.ts'

/** The parts of a task that decide about repeats. */
interface Box {
  text: TaskText
  id: string
  status: PlanStatus
  details: readonly unknown[]
  line: number
  column: number
}

/** A finished box without a text that repeats a task, and the line of that task. */
export interface Repeat {
  line: number
  column: number
  id: string
  of: number
}

/**
 * Drops finished boxes without a text below them whose id and title another box has: a tool that ticks a task
 * may leave both. The other box decides about the status. Ids that differ in their titles stay, and are
 * reported.
 */
export const dropRepeats = <Task extends Box>(
  tasks: readonly Task[],
): { tasks: Task[]; repeats: Repeat[] } => {
  const byName = new Map<string, Task[]>()
  for (const task of tasks) {
    const name = `${task.id} ${task.text.title}`
    const same = byName.get(name)
    if (same) same.push(task)
    else byName.set(name, [task])
  }
  const dropped = new Map<Task, Task>()
  for (const same of byName.size < tasks.length ? byName.values() : []) {
    const isBare = (task: Task): boolean => task.status === 'done' && task.details.length === 0
    const kept = same.find((task) => !isBare(task)) ?? same[0]
    for (const task of same) if (kept && task !== kept && isBare(task)) dropped.set(task, kept)
  }
  return {
    tasks: tasks.filter((task) => !dropped.has(task)),
    repeats: [...dropped].map(([{ line, column, id }, kept]) => ({ line, column, id, of: kept.line })),
  }
}

/** Warns about a box that was dropped. */
export const reportRepeat = ({ line, column, id, of }: Repeat): PlanIssue => ({
  severity: 'warning',
  code: 'CONTENT_SKIPPED',
  message: `The finished box ${id} (line ${line}) repeats the one in line ${of}, which decides about its status. Remove one of them.`,
  ...{ line, column },
})
