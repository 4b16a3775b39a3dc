import type { Edges } from './graph.ts'
import { createIndexQueue } from './index-queue.ts'

/**
 * Every node after its dependencies; among those that could come next, the one with the smallest number.
 *
 * The answer is shorter than the number of nodes when there is a cycle: the nodes on it, and those behind it,
 * are missing.
 */
export const topologicalOrder = (dependencies: Edges, dependents: Edges): Int32Array => {
  const count = dependencies.start.length - 1
  const order = new Int32Array(count)

  // Most plans are written in an order that works: then that order is the answer.
  if (isOrdered(dependencies)) {
    for (let node = 0; node < count; node++) order[node] = node
    return order
  }

  const missing = new Int32Array(count)
  const ready = createIndexQueue(count)
  for (let node = 0; node < count; node++) {
    missing[node] = dependencies.start[node + 1]! - dependencies.start[node]!
    if (missing[node] === 0) ready.add(node)
  }
  const { start, target } = dependents
  let length = 0
  for (let node = ready.take(); node >= 0; node = ready.take()) {
    order[length++] = node
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      const dependent = target[edge]!
      missing[dependent]!--
      if (missing[dependent] === 0) ready.add(dependent)
    }
  }
  return order.subarray(0, length)
}

const isOrdered = ({ start, target }: Edges): boolean => {
  for (let node = 0; node + 1 < start.length; node++) {
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      if (target[edge]! > node) return false
    }
  }
  return true
}
