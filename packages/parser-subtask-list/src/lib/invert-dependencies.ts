/** For each subtask, the positions of its dependencies, without duplicates and without itself. */
export type Dependencies = readonly (readonly number[])[]

/** Returns, for each subtask, the positions of its dependants. */
export const invertDependencies = (dependencies: Dependencies): number[][] => {
  const dependents: number[][] = dependencies.map(() => [])
  dependencies.forEach((list, index) => {
    for (const dependency of list) dependents[dependency]?.push(index)
  })
  return dependents
}
