import { listNotRun } from './list-not-run.ts'
import type { Phase } from '../plan/model/phase.ts'
import { type Graph, neighbours } from './graph.ts'
import { resolveGraph } from './resolve-graph.ts'

/**
 * Returns the ids on a heaviest path through the plan: no run can be faster than this chain.
 *
 * Weights are estimates if the plan has any; otherwise every phase weighs the same. Of equal paths, the
 * plan's first wins. Of the `phases`, those that a run does not perform are left out: the path leads through
 * the others.
 */
export const criticalPath = (graph: Graph, phases: readonly Phase[] = []): string[] => {
  const { left, blocked } = listNotRun(phases)
  if (left.size + blocked.size === 0) return pathOf(graph)
  const rest = phases.filter(({ id }) => !left.has(id) && !blocked.has(id))
  const ids = new Set(rest.map(({ id }) => id))
  const resolved = resolveGraph(
    rest.map((phase) => ({ ...phase, dependsOn: phase.dependsOn.filter((id) => ids.has(id)) })),
  )
  return resolved.graph === undefined ? [] : pathOf(resolved.graph)
}

const pathOf = (graph: Graph): string[] => {
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
