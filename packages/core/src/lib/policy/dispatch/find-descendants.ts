import { type Graph, neighbours } from '../../graph/graph.ts'

/**
 * The phases that depend on this one, near or far, nearest first. Each once, without the phase itself.
 *
 * What is `there` already is left out, and nothing is reached through it: who depends on it alone lacks
 * nothing.
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
