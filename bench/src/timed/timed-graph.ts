import { createRandomNumbers } from '../load/create-random-numbers.ts'
import { createTaskGraph, type TaskGraph } from '../load/create-task-graph.ts'

/** Task graph with the duration of each task, in milliseconds. */
export interface TimedGraph extends TaskGraph {
  duration: number[]
}

export interface TimedGraphOptions {
  seed: number
  /** The median of the durations in milliseconds; they are lognormal with sigma 1. */
  medianMs: number
}

/** Creates a random graph in which each task has three dependencies among the 40 before it. */
export const createTimedGraph = (size: number, { seed, medianMs }: TimedGraphOptions): TimedGraph => {
  const random = createRandomNumbers(seed * 7919)
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12))) * Math.cos(2 * Math.PI * random())
  const graph = createTaskGraph(size, { shape: 'random', seed, window: 40 })
  return { ...graph, duration: graph.ids.map(() => medianMs * Math.exp(normal())) }
}
