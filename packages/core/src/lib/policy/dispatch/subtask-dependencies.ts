import type { Plan } from '../../plan/model/plan.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { isOpen } from './is-open.ts'

/**
 * Subtasks by number in plan order, and behind them places that stand for the beginning and the end of a
 * phase.
 */
export interface SubtaskDependencies {
  subtasks: Subtask[]
  /** By number of a subtask or a place. */
  dependencies: number[][]
  /** 1 for tests that count. */
  isTest: Uint8Array
}

/**
 * Reads the direct dependencies of each subtask: those that subtasks and steps declare, or, in a plan without
 * declarations, the order of the plan. A repeated id means its first subtask; unknown ids are ignored.
 */
export const readDependencies = ({ phases }: Plan): SubtaskDependencies => {
  const subtasks = phases.flatMap((phase) => phase.subtasks)
  const isTest = new Uint8Array(subtasks.length + 2 * phases.length)
  let node = 0
  for (const phase of phases) {
    for (const subtask of phase.subtasks) {
      if (subtask.type === 'test' && counts(phase) && counts(subtask)) isTest[node] = 1
      node++
    }
  }
  return { subtasks, isTest, dependencies: declared(subtasks) ?? inOrder({ phases }, subtasks.length) }
}

const counts = (part: Pick<Subtask, 'status'>): boolean =>
  isOpen(part) || part.status === 'done' || part.status === 'skipped'

/** Returns the dependencies that subtasks and steps declare, or undefined if none does. */
const declared = (subtasks: readonly Subtask[]): number[][] | undefined => {
  const byId = new Map<string, number>()
  const byStep = new Map<string, number>()
  subtasks.forEach(({ id, steps }, node) => {
    if (!byId.has(id)) byId.set(id, node)
    for (const step of steps) if (!byStep.has(step.id)) byStep.set(step.id, node)
  })
  let some = false
  const dependencies = subtasks.map((): number[] => [])
  const add = (node: number, dependency: number | undefined): void => {
    if (dependency !== undefined && dependency !== node) dependencies[node]!.push(dependency)
  }
  subtasks.forEach(({ dependsOn, steps }, node) => {
    if (dependsOn.length > 0) some = true
    for (const id of dependsOn) add(node, byId.get(id))
    for (const step of steps) {
      if (step.dependsOn.length > 0) some = true
      for (const id of step.dependsOn) add(node, byStep.get(id))
      const other = step.validatesStep === undefined ? undefined : byStep.get(step.validatesStep)
      if (other !== undefined) add(Math.max(node, other), Math.min(node, other))
    }
  })
  return some ? dependencies : undefined
}

/**
 * Chains the subtasks of a plan without declarations in its order, with at most one dependency per subtask
 * and phase.
 */
const inOrder = ({ phases }: Pick<Plan, 'phases'>, count: number): number[][] => {
  const byId = new Map<string, number>()
  phases.forEach(({ id }, index) => {
    if (!byId.has(id)) byId.set(id, index)
  })
  const dependencies: number[][] = []
  const starts: number[][] = []
  const ends: number[][] = []
  phases.forEach(({ subtasks, dependsOn }, index) => {
    const start = count + index
    starts.push(dependsOn.flatMap((id) => byId.get(id) ?? []).map((phase) => count + phases.length + phase))
    let last = start
    subtasks.forEach(() => {
      last = dependencies.push([last]) - 1
    })
    ends.push([last])
  })
  return [...dependencies, ...starts, ...ends]
}
