/** What the graph needs to know of a phase (or of anything else that depends on its like). */
export interface GraphNode {
  readonly id: string
  readonly dependsOn: readonly string[]
  /** Ids that the author believes can run beside this one. Checked, never the truth. */
  readonly parallelWith: readonly string[]
  readonly estimate?: number | undefined
  readonly priority?: number | undefined
  /** Line of the plan's text, from 1. */
  readonly line: number
}

/** Neighbours of every node: those of node `i` are `target[start[i]]` up to, not including, `target[start[i + 1]]`. */
export interface Edges {
  readonly start: Int32Array
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
  /** From each node to those that it depends on, in the order that the plan names them. */
  readonly dependencies: Edges
  /** From each node to those that depend on it, in plan order. */
  readonly dependents: Edges
  /** Every node after all that it depends on; among those that could come next, the first of the plan. */
  readonly order: Int32Array
  /** Nodes on the longest way from a start to the node, without itself. */
  readonly layer: Int32Array
  /** Cost of each node: its estimate where the plan has estimates, else 1. */
  readonly weight: Float64Array
  /** Priority of each node, 0 by default. Of the nodes that may start, the one with the highest starts first. */
  readonly priority: Float64Array
  /** Weight of the heaviest way from the node to an end, itself included. */
  readonly remaining: Float64Array
}

/** The neighbours of one node, as a view without a copy. */
export const neighbours = (edges: Edges, node: number): Int32Array =>
  edges.target.subarray(edges.start[node], edges.start[node + 1])

const idsOf = (graph: Graph, edges: Edges, id: string): string[] => {
  const node = graph.index.get(id)
  return node === undefined ? [] : Array.from(neighbours(edges, node), (other) => graph.ids[other]!)
}

/** Ids that a node depends on directly; none for an id that the graph does not have. */
export const dependenciesOf = (graph: Graph, id: string): string[] => idsOf(graph, graph.dependencies, id)

/** Ids that depend on a node directly, in plan order; none for an id that the graph does not have. */
export const dependentsOf = (graph: Graph, id: string): string[] => idsOf(graph, graph.dependents, id)
