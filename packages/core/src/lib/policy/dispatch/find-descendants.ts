import { type Graph, neighbours } from '../../graph/graph.ts'

/**
 * Finds the phases that depend on a phase, directly or indirectly, nearest first, each once.
 *
 * Phases that are `there` already are left out and not followed: their dependants do not need this phase.
 */
export const findDescendants = (
  graph: Graph,
  index: number,
  there: (index: number) => boolean = () => false,
): number[] => {
  const seen = new Set([index])
  const found = [index]
  for (let next = 0; next < found.length; next++)
    for (const dependent of neighbours(graph.dependents, found[next]!))
      if (!seen.has(dependent) && !there(dependent)) {
        seen.add(dependent)
        found.push(dependent)
      }
  return found.slice(1)
}
