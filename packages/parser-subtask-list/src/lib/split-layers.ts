import { type Dependencies, invertDependencies } from './invert-dependencies.ts'

/**
 * Groups subtasks by layer: each is one layer after the latest of its dependencies. Groups keep the list's
 * order.
 *
 * Subtasks in a dependency cycle, and those that depend on them, have no layer: they form the last group.
 */
export const splitLayers = (dependencies: Dependencies): number[][] => {
  const missing = dependencies.map((list) => list.length)
  const dependents = invertDependencies(dependencies)
  const layers: number[][] = []
  let layer = dependencies.flatMap((list, index) => (list.length === 0 ? [index] : []))
  let placed = 0
  while (layer.length > 0) {
    layers.push(layer.sort((one, other) => one - other))
    placed += layer.length
    const next: number[] = []
    for (const index of layer) {
      for (const dependent of dependents[index] ?? []) {
        const left = (missing[dependent] ?? 0) - 1
        missing[dependent] = left
        if (left === 0) next.push(dependent)
      }
    }
    layer = next
  }
  if (placed < dependencies.length) {
    layers.push(missing.flatMap((left, index) => (left > 0 ? [index] : [])))
  }
  return layers
}
