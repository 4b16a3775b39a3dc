import { createRandomNumbers } from './create-random-numbers.ts'

/** Tasks by number, with the numbers that each depends on. */
export interface TaskGraph {
  ids: string[]
  dependsOn: number[][]
}

export interface TaskGraphOptions {
  shape: 'random' | 'chain'
  seed?: number
  /** Dependencies lie at most this far before their task. Default: no limit. */
  window?: number
}

/** The dependencies that each task of a random graph has, where it has as many predecessors. */
const dependencies = 3

/**
 * Creates tasks without cycles, in shuffled order: a chain, or three random earlier tasks as the dependencies
 * of each.
 */
export const createTaskGraph = (
  size: number,
  { shape, seed = 42, window = size }: TaskGraphOptions,
): TaskGraph => {
  const random = createRandomNumbers(seed)
  const place = Int32Array.from({ length: size }, (_, index) => index)
  for (let last = size - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = place[last]!
    place[last] = place[other]!
    place[other] = kept
  }
  const dependsOn = Array.from({ length: size }, (): number[] => [])
  for (let step = 1; step < size; step++) {
    const earlier = new Set<number>()
    if (shape === 'chain') earlier.add(step - 1)
    else {
      const reach = Math.min(step, window)
      for (let at = 0; at < dependencies; at++) earlier.add(step - 1 - Math.floor(random() * reach))
    }
    for (const one of earlier) dependsOn[place[step]!]!.push(place[one]!)
  }
  return { ids: Array.from({ length: size }, (_, index) => `phase-${index}`), dependsOn }
}
