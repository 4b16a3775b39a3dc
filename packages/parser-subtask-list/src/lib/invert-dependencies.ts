/** For each subtask the positions of its dependencies, each once, none its own. */
export type Dependencies = readonly (readonly number[])[]

/** For each subtask the positions of those that depend on it. */
export const invertDependencies = (dependencies: Dependencies): number[][] => {
  const dependents: number[][] = dependencies.map(() => [])
  dependencies.forEach((list, index) => {
    for (const dependency of list) dependents[dependency]?.push(index)
  })
  return dependents
}
