import type { Edges } from './graph.ts'

/**
 * Groups of more than one node in which each can be reached from each other, nodes ascending.
 *
 * Tarjan's algorithm with its stack in an array: a chain of any length does not overflow.
 */
export const strongComponents = ({ start, target }: Edges): Int32Array[] => {
  const count = start.length - 1
  const visited = new Int32Array(count)
  const low = new Int32Array(count)
  const next = new Int32Array(count)
  const parent = new Int32Array(count).fill(-1)
  const open = new Uint8Array(count)
  const stack: number[] = []
  const components: Int32Array[] = []
  let clock = 0

  const enter = (node: number): void => {
    visited[node] = low[node] = ++clock
    next[node] = start[node]!
    open[node] = 1
    stack.push(node)
  }

  const leave = (node: number): void => {
    if (low[node] !== visited[node]) return
    const from = stack.lastIndexOf(node)
    const members = stack.splice(from)
    for (const member of members) open[member] = 0
    if (members.length > 1) components.push(Int32Array.from(members).sort())
  }

  for (let root = 0; root < count; root++) {
    if (visited[root] !== 0) continue
    enter(root)
    for (let node = root; node >= 0; ) {
      if (next[node]! < start[node + 1]!) {
        const other = target[next[node]!++]!
        if (visited[other] === 0) {
          parent[other] = node
          enter(other)
          node = other
        } else if (open[other] === 1) {
          low[node] = Math.min(low[node]!, visited[other]!)
        }
        continue
      }
      leave(node)
      const above = parent[node]!
      if (above >= 0) low[above] = Math.min(low[above]!, low[node]!)
      node = above
    }
  }
  return components
}
