import { type Graph, neighbours } from './graph.ts'

/**
 * Ids of one heaviest way through the plan, from a start to an end: no run can be faster than this chain.
 *
 * Weights are the estimates where the plan has any, else every phase counts the same. Among equals the plan's first wins.
 */
export const criticalPath = (graph: Graph): string[] => {
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
