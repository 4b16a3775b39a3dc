/**
 * The groups of nodes that reach one another, each in alphabetical order: strongly connected components of
 * more than one node.
 */
export const findCycles = (arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const number = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const cycles: string[][] = []
  const visit = (node: string): void => {
    number.set(node, number.size)
    lowest.set(node, number.get(node)!)
    stack.push(node)
    open.add(node)
    for (const next of arrows.get(node) ?? []) {
      if (!number.has(next)) visit(next)
      if (open.has(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== number.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    for (const member of group) open.delete(member)
    if (group.length > 1) cycles.push(group.sort())
  }
  for (const node of arrows.keys()) if (!number.has(node)) visit(node)
  return cycles
}
