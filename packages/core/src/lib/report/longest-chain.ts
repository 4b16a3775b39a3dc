import { type Graph, neighbours } from '../graph/graph.ts'
import type { LongestChain, PhaseReport } from '../event/report.ts'

/**
 * Returns the chain of dependent phases that took the longest: with more agents at once, the run would have
 * taken this long. Undefined if no two of the phases depend on each other. Of equal chains, the first in the
 * plan wins. The phases are in plan order.
 */
export const longestChain = (graph: Graph, phases: readonly PhaseReport[]): LongestChain | undefined => {
  const total = new Float64Array(phases.length)
  const before = new Int32Array(phases.length).fill(-1)
  let last = -1
  for (const node of graph.order) {
    for (const dependency of neighbours(graph.dependencies, node))
      if (before[node] === -1 || total[dependency]! > total[before[node]!]!) before[node] = dependency
    total[node] = (phases[node]?.durationMs ?? 0) + (before[node] === -1 ? 0 : total[before[node]!]!)
    if (phases[node]?.durationMs !== undefined && (last === -1 || total[node] > total[last]!)) last = node
  }
  const chain: string[] = []
  for (let node = last; node !== -1; node = before[node]!)
    if (phases[node]?.durationMs !== undefined) chain.push(graph.ids[node]!)
  return chain.length < 2 ? undefined : { phases: chain.reverse(), durationMs: total[last]! }
}
