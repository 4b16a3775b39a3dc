import type { PhaseDraft, PlanIssue, PlanParserV1, PlanPart, PlanReading } from '@amelia/core/plugin'
import { findPrevious } from '@amelia/markdown'
import { joinReadings } from './join-readings.ts'
import { type BacklogTask, readBacklogTask } from './read-backlog-task.ts'
import { shiftLines } from './shift-lines.ts'

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
  const idOf = readReferences(tasks)
  const stated = tasks.map(({ dependencies = [] }) => [...new Set(dependencies.map(idOf))])
  const withParts = addParts(tasks, stated, idOf)
  const dependsOn = addPrevious(tasks, hasCycle(tasks, withParts) ? stated : withParts)
  const phases = tasks.map(
    ({ phase }, index): PhaseDraft => ({ ...phase, dependsOn: dependsOn[index] ?? [] }),
  )
  const rule = 'each task waits for its parts, and for the task before it, unless it has "dependencies"'
  const reading = joinReadings(readings, rule)
  return { plan: { title: 'Backlog', phases }, issues, reading }
}

/** Returns a function that finds the id that a reference means: `TASK-3`, `task-003` and `3` are `task-3`. */
const readReferences = (tasks: readonly BacklogTask[]): ((reference: string) => string) => {
  const ids = new Set<string>()
  const byNumber = new Map<string, string>()
  for (const { phase } of tasks) {
    ids.add(phase.id)
    byNumber.set(plainNumber(phase.id), phase.id)
  }
  return (reference) => {
    const id = reference.trim().toLowerCase()
    if (ids.has(id)) return id
    const found = byNumber.get(plainNumber(id))
    const isBare = /^\d/.test(id)
    return found !== undefined && (isBare || prefixOf(id) === prefixOf(found)) ? found : id
  }
}

const prefixOf = (id: string): string => id.slice(0, id.search(/\d|$/))

const plainNumber = (id: string): string => id.slice(prefixOf(id).length).replace(/(^|\.)0+(?=\d)/g, '$1')

/** Lets each task wait for its parts. */
const addParts = (
  tasks: readonly BacklogTask[],
  stated: readonly string[][],
  idOf: (reference: string) => string,
): string[][] => {
  const all = stated.map((ids) => new Set(ids))
  const index = new Map(tasks.map(({ phase }, at) => [phase.id, at]))
  for (const { phase, parent } of tasks) {
    const owner = parent === '' ? undefined : index.get(idOf(parent))
    if (owner !== undefined && tasks[owner]?.phase.id !== phase.id) all[owner]?.add(phase.id)
  }
  return all.map((ids) => [...ids])
}

/** Lets each task without `dependencies` wait for the task before it. */
const addPrevious = (tasks: readonly BacklogTask[], dependsOn: readonly string[][]): string[][] => {
  const index = new Map(tasks.map(({ phase }, at) => [phase.id, at]))
  const previous = findPrevious(dependsOn.map((ids) => ids.flatMap((id) => index.get(id) ?? [])))
  return tasks.map(({ phase, dependencies }, at) => {
    const ids = dependsOn[at] ?? []
    const before = dependencies === undefined ? tasks[previous[at] ?? -1]?.phase.id : undefined
    return before === undefined || before === phase.id ? ids : [...new Set([...ids, before])]
  })
}

/** Returns whether tasks wait for each other. */
const hasCycle = (tasks: readonly BacklogTask[], dependsOn: readonly string[][]): boolean => {
  const index = new Map(tasks.map(({ phase }, at) => [phase.id, at]))
  const waiting = tasks.map(() => 0)
  const dependents = tasks.map((): number[] => [])
  dependsOn.forEach((ids, at) => {
    for (const id of ids) {
      const other = index.get(id)
      if (other === undefined) continue
      dependents[other]?.push(at)
      waiting[at] = (waiting[at] ?? 0) + 1
    }
  })
  const ready = waiting.flatMap((count, at) => (count === 0 ? [at] : []))
  for (const at of ready) {
    for (const next of dependents[at] ?? []) {
      waiting[next] = (waiting[next] ?? 0) - 1
      if (waiting[next] === 0) ready.push(next)
    }
  }
  return ready.length < tasks.length
}
