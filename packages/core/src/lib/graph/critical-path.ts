import type { Plan } from '../plan/model/plan.ts'
import { type Graph, neighbours } from './graph.ts'
import { graphOf } from './graph-of.ts'

/**
 * Returns the ids on a heaviest path through a plan, or through its graph: no run can be faster than this
 * chain.
 *
 * Weights are estimates if the plan has any; otherwise every phase weighs the same. Of equal paths, the
 * plan's first wins. Throws `OPTION_INVALID`, and `PLAN_INVALID` for a plan with a cycle.
 */
export const criticalPath = (plan: Graph | Pick<Plan, 'phases'>): string[] => {
  const graph = graphOf('criticalPath', plan)
  const { start } = graph.dependencies
  const starts = graph.order.filter((node) => start[node] === start[node + 1])
  const path: string[] = []
  for (let node = heaviest(graph, starts); node >= 0; ) {
    path.push(graph.ids[node]!)
    node = heaviest(graph, neighbours(graph.dependents, node))
  }
  return path
}

const heaviest = (graph: Graph, nodes: Int32Array): number => {
  let best = -1
  for (const node of nodes) {
    const gain = best < 0 ? 1 : graph.remaining[node]! - graph.remaining[best]!
    if (gain > 0 || (gain === 0 && node < best)) best = node
  }
  return best
}
