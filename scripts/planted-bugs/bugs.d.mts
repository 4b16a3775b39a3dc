/** A small change of a source file, and the test files that must find it. */
export interface PlantedBug {
  name: string
  file: string
  search: string
  replace: string
  tests?: string[]
}

export const bugs: PlantedBug[]
