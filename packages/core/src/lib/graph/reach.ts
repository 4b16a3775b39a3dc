import type { Edges } from './graph.ts'

/** The limit of followed edges in total; after it, only direct dependencies are checked. */
const workLimit = 4_000_000

/**
 * Asks whether one node waits for another, directly or through others.
 *
 * Layers keep the search short: only nodes above the other's layer are walked through. All questions together
 * follow at most `limit` edges; after that the answer is about direct dependencies only, so a yes is always
 * true and a no may be wrong.
 */
export const createReach = ({ start, target }: Edges, layer: Int32Array, limit = workLimit) => {
  const stamp = new Int32Array(layer.length)
  let round = 0
  let work = 0
  return (node: number, other: number): boolean => {
    if (layer[other]! >= layer[node]!) return false
    const stack = [node]
    stamp[node] = ++round
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (let edge = start[at]!; edge < start[at + 1]!; edge++) {
        const dependency = target[edge]!
        work++
        if (dependency === other) return true
        if (layer[dependency]! <= layer[other]! || stamp[dependency] === round) continue
        stamp[dependency] = round
        if (work < limit) stack.push(dependency)
      }
    }
    return false
  }
}
