import type { PhaseDraft } from '@amelia/core/plugin'
import { findPrevious } from '@amelia/markdown'

/** A task that is a file of a folder. */
export interface TaskFile {
  phase: PhaseDraft
  /** As written; undefined without the key. */
  dependencies: string[] | undefined
  /** As written. */
  conflicts?: string[]
  /** Id of the task that this one is a part of; empty without one. */
  parent: string
}

/**
 * Orders the tasks of a folder. A task waits for its dependencies, or without any declaration for the task
 * before it, and for its parts.
 */
export const orderTasks = (tasks: readonly TaskFile[]): PhaseDraft[] => {
  const idOf = readReferences(tasks)
  const stated = tasks.map(({ dependencies = [] }) => [...new Set(dependencies.map(idOf))])
  const withParts = addParts(tasks, stated, idOf)
  const dependsOn = addPrevious(tasks, hasCycle(tasks, withParts) ? stated : withParts)
  return tasks.map(({ phase, conflicts = [] }, index): PhaseDraft => {
    const ids = conflicts.map(idOf).filter((id) => id !== phase.id)
    return {
      ...phase,
      dependsOn: dependsOn[index] ?? [],
      ...(ids.length > 0 && { conflictsWith: [...new Set(ids)] }),
    }
  })
}

/** Returns a function that finds the id that a reference means: `TASK-3`, `task-003` and `3` are `task-3`. */
const readReferences = (tasks: readonly TaskFile[]): ((reference: string) => string) => {
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
  tasks: readonly TaskFile[],
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
const addPrevious = (tasks: readonly TaskFile[], dependsOn: readonly string[][]): string[][] => {
  const index = new Map(tasks.map(({ phase }, at) => [phase.id, at]))
  const previous = findPrevious(dependsOn.map((ids) => ids.flatMap((id) => index.get(id) ?? [])))
  return tasks.map(({ phase, dependencies }, at) => {
    const ids = dependsOn[at] ?? []
    const before = dependencies === undefined ? tasks[previous[at] ?? -1]?.phase.id : undefined
    return before === undefined || before === phase.id ? ids : [...new Set([...ids, before])]
  })
}

/** Returns whether tasks wait for each other. */
const hasCycle = (tasks: readonly TaskFile[], dependsOn: readonly string[][]): boolean => {
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
