/**
 * Orders numbered tasks with Kahn's algorithm on typed arrays, written for this one purpose: the limit that a
 * general library is compared with. Throws if there is a cycle.
 */
export const orderByKahn = (size: number, from: Int32Array, to: Int32Array): Int32Array => {
  const missing = new Int32Array(size)
  const start = new Int32Array(size + 1)
  for (let edge = 0; edge < from.length; edge++) {
    missing[to[edge]!]!++
    start[from[edge]! + 1]!++
  }
  for (let node = 0; node < size; node++) start[node + 1]! += start[node]!
  const next = start.slice(0, size)
  const target = new Int32Array(from.length)
  for (let edge = 0; edge < from.length; edge++) target[next[from[edge]!]!++] = to[edge]!
  const order = new Int32Array(size)
  let length = 0
  for (let node = 0; node < size; node++) if (missing[node] === 0) order[length++] = node
  for (let at = 0; at < length; at++) {
    const node = order[at]!
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      const dependent = target[edge]!
      missing[dependent]!--
      if (missing[dependent] === 0) order[length++] = dependent
    }
  }
  if (length < size) throw new Error('The graph has a cycle.')
  return order
}
