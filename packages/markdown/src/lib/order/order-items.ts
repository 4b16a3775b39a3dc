/**
 * Orders items so that each comes after its dependencies, and otherwise keeps their order. `dependencies` has
 * positions.
 *
 * Returns the given order for a cycle, which is reported with the plan.
 */
export const orderItems = (dependencies: readonly (readonly number[])[]): number[] => {
  const order: number[] = []
  const seen = new Set<number>()
  const path: { at: number; next: number }[] = []
  for (let first = 0; first < dependencies.length; first++) {
    if (seen.has(first)) continue
    seen.add(first)
    path.push({ at: first, next: 0 })
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const dependency = dependencies[top.at]?.[top.next++]
      if (dependency === undefined) {
        order.push(top.at)
        path.pop()
      } else if (!seen.has(dependency)) {
        seen.add(dependency)
        path.push({ at: dependency, next: 0 })
      }
    }
  }
  const places = new Map(order.map((at, place) => [at, place]))
  const isSorted = order.every((at, place) =>
    (dependencies[at] ?? []).every((dependency) => (places.get(dependency) ?? 0) < place),
  )
  return isSorted ? order : dependencies.map((_, index) => index)
}
