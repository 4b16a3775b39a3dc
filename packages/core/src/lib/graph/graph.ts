/** The properties of a phase, or of another item with dependencies, that its graph depends on. */
export interface GraphNode {
  /** The id of the node, unique in its graph. */
  readonly id: string
  /** Ids of the nodes that must end before this one starts. */
  readonly dependsOn: readonly string[]
  /** Ids that the author expects to run at the same time. Checked, and without effect on the order. */
  readonly parallelWith: readonly string[]
  /** The expected effort, in any unit. A missing one counts as the mean of the others. */
  readonly estimate?: number | undefined
  /** The urgency: of the nodes that are ready, the highest starts first. Default: 0. */
  readonly priority?: number | undefined
  /** The status in the plan's text: a node that is done or skipped waits for nothing. */
  readonly status?: string | undefined
  /** Line of the plan's text, from 1. */
  readonly line: number
}

/**
 * Neighbours of every node: those of node `i` are `target[start[i]]` up to, not including, `target[start[i +
 * 1]]`.
 */
export interface Edges {
  /** Index in `target` of the first neighbour of each node, and the length of `target` at the end. */
  readonly start: Int32Array
  /** The neighbours of all nodes, node by node. */
  readonly target: Int32Array
}

/**
 * A plan without cycles, as arrays over node numbers.
 *
 * Node numbers follow the plan's order. Edges are without duplicates and never lead from a node to itself.
 */
export interface Graph {
  /** Ids by node number. */
  readonly ids: readonly string[]
  /** Node numbers by id. */
  readonly index: ReadonlyMap<string, number>
  /** From each node to its dependencies, in the plan's order. */
  readonly dependencies: Edges
  /** From each node to those that depend on it, in plan order. */
  readonly dependents: Edges
  /** Every node after all its dependencies; of several possible nodes, the first of the plan comes next. */
  readonly order: Int32Array
  /** Number of nodes on the longest path from a start to the node, without the node. */
  readonly layer: Int32Array
  /** Cost of each node: its estimate where the plan has estimates, else 1. */
  readonly weight: Float64Array
  /**
   * Priority of each node, 0 by default. Of the nodes that may start, the one with the highest starts first.
   */
  readonly priority: Float64Array
  /** Weight of the heaviest path from the node to an end, including the node. */
  readonly remaining: Float64Array
}

/** Returns the neighbours of a node, as a view. */
export const neighbours = (edges: Edges, node: number): Int32Array =>
  edges.target.subarray(edges.start[node], edges.start[node + 1])

const idsOf = (graph: Graph, edges: Edges, id: string): string[] => {
  const node = graph.index.get(id)
  return node === undefined ? [] : Array.from(neighbours(edges, node), (other) => graph.ids[other]!)
}

/** Returns the ids that a node directly depends on; none for an unknown id. */
export const dependenciesOf = (graph: Graph, id: string): string[] => idsOf(graph, graph.dependencies, id)

/** Returns the ids that directly depend on a node, in plan order; none for an unknown id. */
export const dependentsOf = (graph: Graph, id: string): string[] => idsOf(graph, graph.dependents, id)
