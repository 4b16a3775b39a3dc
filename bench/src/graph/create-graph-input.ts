import { createTaskGraph, type TaskGraph } from '../load/create-task-graph.ts'

/** A task graph in the forms that the libraries take. */
export interface GraphInput extends TaskGraph {
  /** Pairs of a dependency and the task that depends on it. */
  edges: [string, string][]
}

/** Creates a task graph, and lists its edges. */
export const createGraphInput = (size: number, shape: 'random' | 'chain'): GraphInput => {
  const graph = createTaskGraph(size, { shape })
  const edges = graph.dependsOn.flatMap((dependencies, at) =>
    dependencies.map((dependency): [string, string] => [graph.ids[dependency]!, graph.ids[at]!]),
  )
  return { ...graph, edges }
}
