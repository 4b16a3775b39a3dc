import { checkArgument } from '../error/check/check-options.ts'
import { list, shape, text } from '../error/check/rule.ts'
import type { GraphNode } from './graph.ts'

const members = list(shape('a phase with all defaults', { id: text, parallelWith: list(text) }))

/**
 * Phases that `Parallel With` ties together, two or more a group, members and groups in plan order.
 *
 * A claim counts whether or not it is returned; names that are not there are passed over. It is the author's
 * view: what really runs side by side follows from the dependencies alone (seed: phase-execution-reference,
 * Detecting Parallel Groups). Throws `OPTION_INVALID` for anything but nodes.
 */
export const parallelGroups = (nodes: readonly Pick<GraphNode, 'id' | 'parallelWith'>[]): string[][] => {
  checkArgument('parallelGroups', 'nodes', nodes, members)
  const index = new Map<string, number>()
  for (const { id } of nodes) if (!index.has(id)) index.set(id, index.size)
  const leader = Int32Array.from(index.values())

  const find = (node: number): number => {
    let root = node
    while (leader[root] !== root) root = leader[root] = leader[leader[root]!]!
    return root
  }
  for (const { id, parallelWith } of nodes) {
    for (const otherId of parallelWith) {
      const other = index.get(otherId)
      if (other === undefined) continue
      const one = find(index.get(id)!)
      const two = find(other)
      leader[Math.max(one, two)] = Math.min(one, two)
    }
  }

  const groups = new Map<number, string[]>()
  for (const [id, node] of index) {
    const root = find(node)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [id])
    else group.push(id)
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
