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
  /** By number of a phase in plan order: the place of its end, which depends on all of it. */
  ends: number[]
  /** 1 for tests that count. */
  isTest: Uint8Array
}

/**
 * Reads the direct dependencies of each subtask: those that it and its steps declare; without any, the phases
 * that its phase depends on. In a plan without declarations, it also depends on the subtask before it in its
 * phase; in one whose subtasks depend on subtasks of other phases, it depends on nothing. A repeated id means
 * its first subtask; unknown ids are ignored.
 */
export const readDependencies = ({ phases }: Plan): SubtaskDependencies => {
  const subtasks = phases.flatMap((phase) => phase.subtasks)
  const isTest = new Uint8Array(subtasks.length + 2 * phases.length)
  const byId = new Map<string, number>()
  phases.forEach(({ id }, index) => {
    if (!byId.has(id)) byId.set(id, index)
  })
  const { declared, some } = declaredBy(subtasks)
  const isComplete = reachesAcross(phases)
  const dependencies: number[][] = []
  const starts: number[][] = []
  const ends: number[][] = []
  const placeOf = (index: number): number => subtasks.length + phases.length + index
  phases.forEach((phase, index) => {
    const start = subtasks.length + index
    starts.push(phase.dependsOn.flatMap((id) => byId.get(id) ?? []).map(placeOf))
    const own = phase.subtasks.map((subtask) => {
      const node = dependencies.length
      if (subtask.type === 'test' && counts(phase) && counts(subtask)) isTest[node] = 1
      const named = declared[node]!
      dependencies.push(named.length > 0 || isComplete ? named : [start])
      return node
    })
    if (!some) for (const node of own.slice(1)) dependencies[node] = [node - 1]
    // A phase waits for those that it depends on, also where its subtasks declare everything.
    ends.push([...(some ? own : own.slice(-1)), start])
  })
  return {
    subtasks,
    isTest,
    dependencies: [...dependencies, ...starts, ...ends],
    ends: phases.map((_, index) => placeOf(index)),
  }
}

/**
 * Whether a subtask depends on one of another phase. Then subtasks declare everything, as in a list of them.
 */
const reachesAcross = (phases: Plan['phases']): boolean => {
  const phaseOf = new Map(
    phases.flatMap(({ subtasks }, index) => subtasks.map(({ id }) => [id, index] as const)),
  )
  return phases.some(({ subtasks }, index) =>
    subtasks.some(({ dependsOn }) => dependsOn.some((id) => (phaseOf.get(id) ?? index) !== index)),
  )
}

const counts = (part: Pick<Subtask, 'status'>): boolean =>
  isOpen(part) || part.status === 'done' || part.status === 'skipped'

/**
 * Returns the dependencies that subtasks and steps declare, and whether any does. A step and the one that it
 * validates are tied, the later to the earlier.
 */
const declaredBy = (subtasks: readonly Subtask[]): { declared: number[][]; some: boolean } => {
  const byId = new Map<string, number>()
  const byStep = new Map<string, number>()
  subtasks.forEach(({ id, steps }, node) => {
    if (!byId.has(id)) byId.set(id, node)
    for (const step of steps) if (!byStep.has(step.id)) byStep.set(step.id, node)
  })
  let some = false
  const declared = subtasks.map((): number[] => [])
  const add = (node: number, dependency: number | undefined): void => {
    if (dependency !== undefined && dependency !== node) declared[node]!.push(dependency)
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
  return { declared, some }
}
