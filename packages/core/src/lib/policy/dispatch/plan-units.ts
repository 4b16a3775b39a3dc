import type { Unit } from '../../contract/driver.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { isForAgent } from './plan-unit.ts'
import { isOpen } from './is-open.ts'

export interface UnitRules {
  units: 'phase' | 'subtask' | 'step'
  parallelSubtasks: boolean
  /** Whether the agent does structured steps, too: it gets a subtask as a whole. */
  byAgent: boolean
  /**
   * Whether the plan says of subtasks what they depend on. Without a word about it their order is all that is
   * known.
   */
  explicit: boolean
}

/** Lists the units in which a phase is dispatched, in order. Never empty. */
export const planUnits = (
  { subtasks }: Phase,
  { units, parallelSubtasks, byAgent, explicit }: UnitRules,
): Unit[] => {
  const open = subtasks.filter(isOpen)
  switch (open.length === 0 ? 'phase' : units) {
    case 'phase':
      return [{ kind: 'phase' }]
    case 'subtask':
      return parallelSubtasks
        ? groupSubtasks(open, explicit).map(unitOf)
        : open.map(({ id }) => ({ kind: 'subtask', subtaskId: id }))
    case 'step':
      return open.flatMap(({ id, steps }): Unit[] =>
        isForAgent(steps, byAgent)
          ? [{ kind: 'subtask', subtaskId: id }]
          : steps.map((step) => ({ kind: 'step', subtaskId: id, stepId: step.id })),
      )
  }
}

const unitOf = (group: Subtask[]): Unit =>
  group.length === 1
    ? { kind: 'subtask', subtaskId: group[0]!.id }
    : { kind: 'parallel', subtaskIds: group.map(({ id }) => id) }

/**
 * Groups of subtasks that run at once, one group after the other (seed: phased-execution-draft, Subagent
 * Spawning).
 *
 * Where the plan says what depends on what, a group is everything whose dependencies are done and that
 * declares no file of another member. Where it does not, the order counts: only neighbours that declare
 * files, and different ones, run together.
 */
const groupSubtasks = (subtasks: readonly Subtask[], explicit: boolean): Subtask[][] => {
  const inside = new Set(subtasks.map(({ id }) => id))
  const done = new Set<string>()
  const groups: Subtask[][] = []
  let left = [...subtasks]
  while (left.length > 0) {
    const group: Subtask[] = []
    const rest: Subtask[] = []
    const written = new Set<string>()
    for (const subtask of left) {
      const ready = subtask.dependsOn.every((id) => !inside.has(id) || done.has(id))
      const apart = subtask.files.every((file) => !written.has(file))
      const known = explicit || (subtask.files.length > 0 && group.every(({ files }) => files.length > 0))
      const next = explicit || rest.length === 0
      if (ready && next && (group.length === 0 || (apart && known))) {
        group.push(subtask)
        for (const file of subtask.files) written.add(file)
      } else rest.push(subtask)
    }
    // A circle is refused when the plan is read. Were there one, its first member would go first.
    if (group.length === 0) group.push(rest.shift()!)
    for (const { id } of group) done.add(id)
    groups.push(group)
    left = rest
  }
  return groups
}
