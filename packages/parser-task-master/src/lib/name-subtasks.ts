import { normalizePhaseId, type Phase } from '@amelia/core/plugin'

/** The id of a subtask in the file: with its task's id it is unique in the file. */
export interface SubtaskName {
  /** The id of its task. */
  task: string
  /** Unique within the task, without dots. */
  own: string
}

/**
 * Returns the names of all subtasks by their ids in the plan.
 *
 * `5.2` of task 5 is named 2, `t012` keeps its name, and any other id, such as `5` or `5.1.2`, is the next
 * free number.
 */
export const nameSubtasks = (phases: readonly Phase[]): ReadonlyMap<string, SubtaskName> => {
  const names = new Map<string, SubtaskName>()
  for (const { id: task, subtasks } of phases) {
    const taken = new Set<string>()
    const take = (id: string, written: string): boolean => {
      // As it is read back.
      const own = normalizePhaseId(written)
      if (own === '' || own.includes('.') || taken.has(own) || names.has(id)) return false
      taken.add(own)
      names.set(id, { task, own })
      return true
    }
    const waiting = subtasks.filter(
      ({ id }) => !(id.startsWith(`${task}.`) && take(id, id.slice(task.length + 1))),
    )
    let number = 0
    for (const { id } of waiting) {
      if (names.has(id) || (id !== task && take(id, id))) continue
      do number++
      while (!take(id, String(number)))
    }
  }
  return names
}
