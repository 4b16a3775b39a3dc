import type { PlanIssue, PlanParserV1, PlanPart, PlanReading } from '@amelia/core/plugin'
import { joinReadings } from '../join-readings.ts'
import { orderTasks } from '../order-tasks.ts'
import { readBacklogTask } from './read-backlog-task.ts'
import { shiftLines } from '../shift-lines.ts'

/**
 * Reads the task files of a Backlog.md folder as one plan.
 *
 * A task waits for its `dependencies`, or without that key for the task before it, and for its parts. Tasks
 * below `completed/` are done.
 */
export const readBacklog = (files: readonly PlanPart[]): ReturnType<PlanParserV1['parse']> => {
  const issues: PlanIssue[] = []
  const readings: PlanReading[] = []
  const tasks = files
    .flatMap(({ path, text, line }) => {
      const read = shiftLines(readBacklogTask(text), line - 1)
      for (const issue of read.issues)
        issues.push(issue.code === 'NO_PHASES' ? { ...issue, code: 'PLAN_SCHEMA' } : issue)
      const { task, reading } = read
      if (reading) readings.push(reading)
      if (!task) return []
      const isDone = /(?:^|\/)completed\//i.test(path)
      return [isDone ? { ...task, phase: { ...task.phase, status: 'done' as const } } : task]
    })
    .sort((one, other) => one.ordinal - other.ordinal)
  if (tasks.length === 0) return { issues }
  const rule = 'each task waits for its parts, and for the task before it, unless it has "dependencies"'
  const reading = joinReadings(readings, rule)
  return { plan: { title: 'Backlog', phases: orderTasks(tasks) }, issues, reading }
}
