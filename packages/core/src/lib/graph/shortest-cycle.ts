import type { Edges } from './graph.ts'

/** Edges that are followed before the search settles for the shortest cycle found so far. */
const workLimit = 4_000_000

/**
 * The shortest cycle among the nodes of one strong component, beginning with its smallest node.
 *
 * Of several shortest ones it is one that holds the smallest node, so the answer is stable. The work is
 * bounded: in a component whose shortest cycle is thousands of nodes long, a short one rather than the
 * shortest may come back.
 */
export const shortestCycle = (edges: Edges, component: Int32Array, limit = workLimit): number[] => {
  const search = createSearch(edges, component)
  let best: number[] | undefined
  // Looking only a few steps deep from every node finds a short cycle long before a search from each node to
  // its end would.
  for (let depth = 2; best === undefined && search.work() < limit; depth *= 4) {
    for (const node of component) {
      const cycle = search.from(node, best === undefined ? depth : best.length - 1)
      if (cycle !== undefined) best = cycle
      if (best?.length === 2 || search.work() >= limit) break
    }
    if (depth > component.length) break
  }
  best ??= search.from(component[0]!, component.length)!
  const first = best.indexOf(best.reduce((least, node) => Math.min(least, node)))
  return [...best.slice(first), ...best.slice(0, first)]
}

/** Breadth-first search for the way from a node back to itself. */
const createSearch = ({ start, target }: Edges, component: Int32Array) => {
  const inside = new Map<number, number>()
  component.forEach((node, position) => {
    inside.set(node, position)
  })
  const stamp = new Int32Array(component.length)
  const parent = new Int32Array(component.length)
  const queue = new Int32Array(component.length)
  let round = 0
  let work = 0

  const path = (from: number, to: number): number[] => {
    const nodes = [component[to]!]
    for (let at = to; at !== from; ) {
      at = parent[at]!
      nodes.push(component[at]!)
    }
    return nodes.reverse()
  }

  return {
    /** Edges followed so far. */
    work: () => work,
    /** The shortest cycle through `node` of at most `longest` nodes. */
    from(node: number, longest: number): number[] | undefined {
      const origin = inside.get(node)!
      round++
      stamp[origin] = round
      queue[0] = origin
      let tail = 1
      let levelEnd = 1
      let depth = 1
      for (let head = 0; head < tail && depth <= longest; head++) {
        if (head === levelEnd) {
          depth++
          levelEnd = tail
          if (depth > longest) return undefined
        }
        const at = queue[head]!
        for (let edge = start[component[at]!]!; edge < start[component[at]! + 1]!; edge++) {
          work++
          const other = inside.get(target[edge]!)
          if (other === origin) return path(origin, at)
          if (other === undefined || stamp[other] === round) continue
          stamp[other] = round
          parent[other] = at
          queue[tail++] = other
        }
      }
      return undefined
    },
  }
}
