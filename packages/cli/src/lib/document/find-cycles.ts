/**
 * Returns, for each node, a number that it shares with the nodes that it is in a cycle with; undefined for a
 * node in no cycle. `edges` are the nodes that each node points to. Takes linear time.
 */
export const findCycles = (edges: readonly (readonly number[])[]): (number | undefined)[] => {
  const order = new Map<number, number>()
  const low = new Map<number, number>()
  const open: number[] = []
  const isOpen = new Set<number>()
  const found: (number | undefined)[] = edges.map(() => undefined)
  const path: { node: number; next: number }[] = []
  const begin = (node: number): void => {
    order.set(node, order.size)
    low.set(node, order.size - 1)
    open.push(node)
    isOpen.add(node)
    path.push({ node, next: 0 })
  }
  const lower = (node: number, value: number): void => {
    low.set(node, Math.min(low.get(node) ?? value, value))
  }
  for (let first = 0; first < edges.length; first++) {
    if (!order.has(first)) begin(first)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { node } = top
      const next = edges[node]?.[top.next++]
      if (next !== undefined) {
        if (!order.has(next)) begin(next)
        else if (isOpen.has(next)) lower(node, order.get(next) ?? 0)
        continue
      }
      path.pop()
      const above = path.at(-1)
      if (above) lower(above.node, low.get(node) ?? 0)
      if (low.get(node) !== order.get(node)) continue
      const knot = open.splice(open.lastIndexOf(node))
      for (const each of knot) {
        isOpen.delete(each)
        if (knot.length > 1) found[each] = node
      }
    }
  }
  return found
}
