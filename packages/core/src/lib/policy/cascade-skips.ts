import type { Plan } from '../plan/plan-schema.ts'

/** Steps and subtasks by id. */
export interface PartIds {
  readonly steps: ReadonlySet<string>
  readonly subtasks: ReadonlySet<string>
}

/** What is skipped, each with the part that it waits for in vain; null for what a person skipped. */
export interface SkippedParts {
  readonly steps: ReadonlyMap<string, string | null>
  readonly subtasks: ReadonlyMap<string, string | null>
}

/**
 * Every step and subtask that is skipped when these are: what depends on a skipped part, near or far, is skipped because of
 * the dependency that really is (seed: intelligent-execution, Cascading Skip Handling).
 *
 * A subtask all of whose steps are skipped is skipped too; a skipped subtask skips its steps. Every part that depends on
 * another is looked at once for each of its dependencies.
 */
export const cascadeSkips = (plan: Plan, roots: PartIds): SkippedParts => {
  const steps = new Map<string, string | null>()
  const subtasks = new Map<string, string | null>()
  if (roots.steps.size === 0 && roots.subtasks.size === 0) return { steps, subtasks }
  const index = indexParts(plan)
  const queue: Part[] = []
  const skip = (part: Part, because: string | null): void => {
    const skipped = part.kind === 'step' ? steps : subtasks
    if (skipped.has(part.id)) return
    skipped.set(part.id, because)
    queue.push(part)
  }
  for (const id of roots.subtasks) skip({ kind: 'subtask', id }, null)
  for (const id of roots.steps) skip({ kind: 'step', id }, null)
  for (let next = 0; next < queue.length; next++) {
    const { kind, id } = queue[next]!
    if (kind === 'subtask') {
      for (const step of index.stepsOf.get(id) ?? []) skip({ kind: 'step', id: step }, id)
      for (const dependent of index.afterSubtask.get(id) ?? []) skip({ kind: 'subtask', id: dependent }, id)
      continue
    }
    for (const dependent of index.afterStep.get(id) ?? []) skip({ kind: 'step', id: dependent }, id)
    const subtask = index.subtaskOf.get(id)
    if (subtask === undefined) continue
    const siblings = index.stepsOf.get(subtask) ?? []
    if (siblings.every((step) => steps.has(step))) skip({ kind: 'subtask', id: subtask }, id)
  }
  return { steps, subtasks }
}

interface Part {
  kind: 'step' | 'subtask'
  id: string
}

const indexParts = (plan: Plan) => {
  const stepsOf = new Map<string, string[]>()
  const subtaskOf = new Map<string, string>()
  const afterStep = new Map<string, string[]>()
  const afterSubtask = new Map<string, string[]>()
  for (const { subtasks } of plan.phases)
    for (const { id, steps, dependsOn } of subtasks) {
      stepsOf.set(
        id,
        steps.map((step) => step.id),
      )
      for (const dependency of dependsOn) push(afterSubtask, dependency, id)
      for (const step of steps) {
        subtaskOf.set(step.id, id)
        for (const dependency of step.dependsOn) push(afterStep, dependency, step.id)
      }
    }
  return { stepsOf, subtaskOf, afterStep, afterSubtask }
}

const push = (map: Map<string, string[]>, key: string, value: string): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
