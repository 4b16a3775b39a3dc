import { checkArgument } from '../error/check/check-options.ts'
import { isRecord, type Rule } from '../error/check/rule.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import type { Plan } from '../plan/model/plan.ts'
import type { Graph } from './graph.ts'
import { checkWholePlan } from './check-phases.ts'
import { resolveGraph } from './resolve-graph.ts'

const isGraph = (given: object): given is Graph => {
  const { ids, order, dependencies } = given as Partial<Graph>
  return Array.isArray(ids) && order !== undefined && dependencies !== undefined
}

const graphRule: Rule = {
  expected: 'a plan, as readPlan and definePlan return, or the graph of resolveGraph',
  is: (value) => isRecord(value) && ('phases' in (value as object) || isGraph(value as object)),
}

/**
 * Returns the graph that a function was given, or that of a plan. Throws `OPTION_INVALID` for any other
 * value, and `PLAN_INVALID` if the dependencies of the plan form a cycle.
 */
export const graphOf = (caller: string, given: Graph | Pick<Plan, 'phases'>): Graph => {
  checkArgument(caller, 'plan', given, graphRule)
  if (isGraph(given)) return given
  checkWholePlan(caller, given)
  return orderPhases(given)
}

/** Returns the graph of a plan. Throws `PLAN_INVALID` if its dependencies form a cycle. */
export const orderPhases = (plan: Pick<Plan, 'phases'>): Graph => {
  const { graph, issues } = resolveGraph(plan.phases)
  if (graph) return graph
  throw new AmeliaError('PLAN_INVALID', 'The dependencies of this plan cannot be ordered.', { issues })
}
