import type { Plan } from '../plan/model/plan.ts'
import { checkOrderedPlan } from './check-phases.ts'
import { type Edges, type Graph, neighbours } from './graph.ts'
import { resolveGraph } from './resolve-graph.ts'

/** The place of a phase in a drawing. */
export interface PlacedPhase {
  /** The phase's id in the plan. */
  id: string
  /** From 0: the number of phases on the longest chain of dependencies before it. */
  column: number
  /** From 0, in its column. */
  row: number
}

/** The places of the phases of a plan, and the arrows between them. */
export interface GraphLayout {
  /** The number of columns. */
  columns: number
  /** The number of rows of the highest column. */
  rows: number
  /** In plan order. */
  phases: PlacedPhase[]
  /** From a phase to one that depends on it, in plan order of the latter. */
  arrows: { from: string; to: string }[]
}

/** How often rows are ordered by the columns before them, and then by those behind them. */
const sweeps = 2

/**
 * Places the phases of a plan for a drawing from left to right. Each column holds a layer of the graph, and
 * the rows of a column follow the mean place of the neighbours, which keeps arrows short and crossings few.
 *
 * The time is linear in phases and dependencies. A plan with cycles has one column in plan order, without
 * arrows. Throws `OPTION_INVALID`.
 */
export const layoutGraph = (plan: Pick<Plan, 'phases' | 'sources'>): GraphLayout => {
  checkOrderedPlan('layoutGraph', plan)
  const { graph } = resolveGraph(plan.phases, plan)
  if (graph === undefined) {
    const ids = [...new Set(plan.phases.map(({ id }) => id))]
    const phases = ids.map((id, row) => ({ id, column: 0, row }))
    return { columns: Math.min(1, ids.length), rows: ids.length, phases, arrows: [] }
  }
  const { ids, layer, dependencies, dependents } = graph
  const columns = columnsOf(graph)
  const row = new Int32Array(ids.length)
  for (const column of columns) number(column, row)
  // The relative place in its column, so that columns of different heights compare.
  const place = (node: number): number => (row[node]! + 0.5) / columns[layer[node]!]!.length
  const order = (index: number, edges: Edges): void => {
    const column = columns[index]!
    const { means, edgeCount } = meansOf(column, { edges, place })
    number(sortByPlace(column, { means, buckets: 4 * (column.length + edgeCount) }), row, column)
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let index = 0; index < columns.length; index++) order(index, dependencies)
    for (let index = columns.length - 1; index >= 0; index--) order(index, dependents)
  }
  return {
    columns: columns.length,
    rows: columns.reduce((most, { length }) => Math.max(most, length), 0),
    phases: ids.map((id, node) => ({ id, column: layer[node]!, row: row[node]! })),
    arrows: ids.flatMap((to, node) =>
      Array.from(neighbours(dependencies, node), (from) => ({ from: ids[from]!, to })),
    ),
  }
}

/** Returns the nodes of each layer, in plan order. */
const columnsOf = ({ layer }: Graph): Int32Array[] => {
  const columns: number[][] = []
  layer.forEach((column, node) => {
    while (columns.length <= column) columns.push([])
    columns[column]!.push(node)
  })
  return columns.map((nodes) => Int32Array.from(nodes))
}

/** Numbers the nodes of a column from the top, and copies their order to `into`. */
const number = (nodes: Int32Array, row: Int32Array, into = nodes): void => {
  nodes.forEach((node, index) => {
    row[node] = index
  })
  if (into !== nodes) into.set(nodes)
}

/** Returns the mean place of the neighbours of each node, or its own place if it has none; from 0 to 1. */
const meansOf = (
  column: Int32Array,
  { edges, place }: { edges: Edges; place: (node: number) => number },
): { means: Float64Array; edgeCount: number } => {
  let edgeCount = 0
  const means = Float64Array.from(column, (node) => {
    const near = neighbours(edges, node)
    edgeCount += near.length
    if (near.length === 0) return place(node)
    let sum = 0
    for (const other of near) sum += place(other)
    return sum / near.length
  })
  return { means, edgeCount }
}

/** Sorts nodes by their means, in buckets: equal ones keep their order. */
const sortByPlace = (
  column: Int32Array,
  { means, buckets }: { means: Float64Array; buckets: number },
): Int32Array => {
  const bucketOf = (index: number): number => Math.min(buckets - 1, Math.floor(means[index]! * buckets))
  const start = new Int32Array(buckets + 1)
  for (let index = 0; index < column.length; index++) start[bucketOf(index) + 1]!++
  for (let bucket = 0; bucket < buckets; bucket++) start[bucket + 1]! += start[bucket]!
  const sorted = new Int32Array(column.length)
  column.forEach((node, index) => {
    sorted[start[bucketOf(index)]!++] = node
  })
  return sorted
}
