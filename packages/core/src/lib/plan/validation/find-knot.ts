import type { Subtask } from '../model/subtask.ts'

/**
 * Finds subtasks of a phase that can never start: a cycle, and the subtasks that depend on it. Returns at
 * most twelve.
 */
export const findKnot = (subtasks: readonly Subtask[]): Subtask[] | undefined => {
  if (subtasks.every((subtask) => subtask.dependsOn.length === 0)) return undefined
  const byId = new Map(subtasks.map((subtask) => [subtask.id, subtask]))
  const missing = new Map<string, number>()
  const dependents = new Map<string, string[]>()
  for (const subtask of subtasks) {
    const inside = [...new Set(subtask.dependsOn)].filter((id) => id !== subtask.id && byId.has(id))
    missing.set(subtask.id, inside.length)
    for (const id of inside) {
      const list = dependents.get(id)
      if (list) list.push(subtask.id)
      else dependents.set(id, [subtask.id])
    }
  }
  const ready = [...missing].filter(([, count]) => count === 0).map(([id]) => id)
  for (const id of ready) {
    missing.delete(id)
    for (const dependent of dependents.get(id) ?? []) {
      const left = (missing.get(dependent) ?? 0) - 1
      missing.set(dependent, left)
      if (left === 0) ready.push(dependent)
    }
  }
  return missing.size === 0 ? undefined : subtasks.filter((subtask) => missing.has(subtask.id)).slice(0, 12)
}
