import type { Plan } from '../../plan/model/plan.ts'

/** Steps and subtasks by id. */
export interface PartIds {
  readonly steps: ReadonlySet<string>
  readonly subtasks: ReadonlySet<string>
}

/**
 * A step or a subtask. Its kind is part of its name: a subtask and its step may share an id, as they do in
 * execution plans.
 */
export interface Part {
  readonly kind: 'step' | 'subtask'
  readonly id: string
}

/**
 * The skipped steps and subtasks by id, each with the part that it is skipped for; null for what a person
 * skipped.
 */
export interface SkippedParts {
  readonly steps: ReadonlyMap<string, Part | null>
  readonly subtasks: ReadonlyMap<string, Part | null>
}

/**
 * Every step and subtask that is skipped when these are: what depends on a skipped part, near or far, is
 * skipped because of the dependency that really is (seed: intelligent-execution, Cascading Skip Handling).
 *
 * A subtask all of whose steps are skipped is skipped too; a skipped subtask skips its steps. Every part that
 * depends on another is looked at once for each of its dependencies.
 */
export const cascadeSkips = (plan: Plan, roots: PartIds): SkippedParts => {
  const steps = new Map<string, Part | null>()
  const subtasks = new Map<string, Part | null>()
  if (roots.steps.size === 0 && roots.subtasks.size === 0) return { steps, subtasks }
  const index = indexParts(plan)
  const queue: Part[] = []
  const skip = (part: Part, because: Part | null): void => {
    const skipped = part.kind === 'step' ? steps : subtasks
    if (skipped.has(part.id)) return
    skipped.set(part.id, because)
    queue.push(part)
  }
  for (const id of roots.subtasks) skip({ kind: 'subtask', id }, null)
  for (const id of roots.steps) skip({ kind: 'step', id }, null)
  for (let next = 0; next < queue.length; next++) {
    const part = queue[next]!
    const { kind, id } = part
    if (kind === 'subtask') {
      for (const step of index.stepsOf.get(id) ?? []) skip({ kind: 'step', id: step }, part)
      for (const dependent of index.afterSubtask.get(id) ?? []) skip({ kind: 'subtask', id: dependent }, part)
      continue
    }
    for (const dependent of index.afterStep.get(id) ?? []) skip({ kind: 'step', id: dependent }, part)
    const subtask = index.subtaskOf.get(id)
    if (subtask === undefined) continue
    const siblings = index.stepsOf.get(subtask) ?? []
    if (siblings.every((step) => steps.has(step))) skip({ kind: 'subtask', id: subtask }, part)
  }
  return { steps, subtasks }
}

/**
 * Follows the causes of a skipped part to the part that a person skipped. At most as many steps as parts are
 * skipped.
 */
export const rootOf = (skipped: SkippedParts, part: Part): Part => {
  let root = part
  for (let left = skipped.steps.size + skipped.subtasks.size; left > 0; left--) {
    const because = (root.kind === 'step' ? skipped.steps : skipped.subtasks).get(root.id)
    if (because === undefined || because === null) return root
    root = because
  }
  return root
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
