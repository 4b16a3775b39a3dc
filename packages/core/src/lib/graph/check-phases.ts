import { checkArgument } from '../error/check/check-options.ts'
import { anObject, list, type Rule, shape, text } from '../error/check/rule.ts'
import type { Phase } from '../plan/model/phase.ts'
import type { Subtask } from '../plan/model/subtask.ts'
import type { GraphNode } from './graph.ts'

const isNode = (value: unknown): boolean => {
  const { id, dependsOn, parallelWith } = Object(value) as Partial<GraphNode>
  return typeof id === 'string' && Array.isArray(dependsOn) && Array.isArray(parallelWith)
}

const hasSteps = (subtask: unknown): boolean => Array.isArray((Object(subtask) as Partial<Subtask>).steps)

const isPhase = (value: unknown): boolean => {
  const { subtasks } = Object(value) as Partial<Phase>
  return isNode(value) && Array.isArray(subtasks) && subtasks.every(hasSteps)
}

const node = { id: text, dependsOn: list(text), parallelWith: list(text) }
const phase = { ...node, subtasks: list(shape('a subtask with all defaults', { steps: list(anObject) })) }
const listOf = (members: typeof node): Rule => list(shape('a phase with all defaults', members))
const [nodes, phases] = [listOf(node), listOf(phase)]

/**
 * Checks the nodes of a graph. Throws `OPTION_INVALID`. Rules describe each value that they visit, which is
 * slow for a hundred thousand nodes, so they are only applied to find the fault.
 */
export const checkNodes = (caller: string, name: string, value: unknown): void => {
  if (!Array.isArray(value) || !value.every(isNode)) checkArgument(caller, name, value, nodes)
}

/** Checks phases of which the subtasks and steps are used too. Throws `OPTION_INVALID`. */
export const checkPhases = (caller: string, name: string, value: unknown): void => {
  if (!Array.isArray(value) || !value.every(isPhase)) checkArgument(caller, name, value, phases)
}

const aPlan = shape('a plan, as readPlan and definePlan return', {})

/** Checks a plan of which the phases, their subtasks and steps are used. Throws `OPTION_INVALID`. */
export const checkWholePlan = (caller: string, plan: unknown): void => {
  checkArgument(caller, 'plan', plan, aPlan)
  checkPhases(caller, 'plan.phases', (plan as { phases?: unknown }).phases)
}

/** Checks a plan of which only the order of the phases is used. Throws `OPTION_INVALID`. */
export const checkOrderedPlan = (caller: string, plan: unknown): void => {
  checkArgument(caller, 'plan', plan, aPlan)
  checkNodes(caller, 'plan.phases', (plan as { phases?: unknown }).phases)
}
