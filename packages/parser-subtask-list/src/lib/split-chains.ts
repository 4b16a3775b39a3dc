import { type Dependencies, invertDependencies } from './invert-dependencies.ts'

/**
 * Groups subtasks by chain: a maximal path in which each subtask has one dependency with one dependant.
 *
 * Groups are ordered by their first subtasks. A cycle of such subtasks is one group.
 */
export const splitChains = (dependencies: Dependencies): number[][] => {
  const dependents = invertDependencies(dependencies)
  const before = dependencies.map((list) => {
    const [only] = list
    return only !== undefined && list.length === 1 && dependents[only]?.length === 1 ? only : undefined
  })
  const next = new Map<number, number>()
  before.forEach((dependency, index) => {
    if (dependency !== undefined) next.set(dependency, index)
  })
  const chains: number[][] = []
  const placed = new Set<number>()
  const follow = (first: number): void => {
    const chain: number[] = []
    for (let at: number | undefined = first; at !== undefined && !placed.has(at); at = next.get(at)) {
      placed.add(at)
      chain.push(at)
    }
    chains.push(chain)
  }
  before.forEach((dependency, index) => {
    if (dependency === undefined) follow(index)
  })
  before.forEach((_, index) => {
    if (!placed.has(index)) follow(index)
  })
  return chains.sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0))
}
