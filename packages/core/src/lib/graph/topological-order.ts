import type { Edges } from './graph.ts'
import { createIndexQueue } from './index-queue.ts'

/** Nodes in an order that works, with their layers. */
export interface Order {
  /**
   * Every node after its dependencies; among those that could come next, the one with the smallest number.
   */
  order: Int32Array
  /** Number of nodes on the longest path from a start to each node, without the node. */
  layer: Int32Array
}

/**
 * Orders nodes and computes their layers.
 *
 * The order is shorter than the number of nodes when there is a cycle: the nodes on it, and those behind it,
 * are missing.
 */
export const topologicalOrder = (dependencies: Edges, dependents: Edges): Order => {
  const count = dependencies.start.length - 1
  const order = new Int32Array(count)
  const layer = new Int32Array(count)

  // Most plans are written in an order that works: then that order is the answer.
  if (isOrdered(dependencies)) {
    const { start, target } = dependencies
    for (let node = 0; node < count; node++) {
      order[node] = node
      let depth = 0
      for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
        const next = layer[target[edge]!]! + 1
        if (next > depth) depth = next
      }
      layer[node] = depth
    }
    return { order, layer }
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
    const depth = layer[node]! + 1
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      const dependent = target[edge]!
      // In the same pass: in a large graph, each visit of a node leaves the cache.
      if (layer[dependent]! < depth) layer[dependent] = depth
      missing[dependent]!--
      if (missing[dependent] === 0) ready.add(dependent)
    }
  }
  return { order: order.subarray(0, length), layer }
}

const isOrdered = ({ start, target }: Edges): boolean => {
  for (let node = 0; node + 1 < start.length; node++) {
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      if (target[edge]! > node) return false
    }
  }
  return true
}
