import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan } from '../plan/model/plan.ts'
import { checkNodes } from './check-phases.ts'
import { cycleIssues } from './cycle-issues.ts'
import type { Edges, Graph, GraphNode } from './graph.ts'
import { parallelIssues } from './parallel-issues.ts'
import { topologicalOrder } from './topological-order.ts'

/**
 * Resolves the graph of a plan: order, layers and longest paths, in time linear in phases and dependencies.
 *
 * A plan with cycles has no graph, and a `PHASE_CYCLE` for each. A cycle among phases that are done or
 * skipped is only a warning: the graph of such a plan has no dependencies among them. Wrong claims of
 * `Parallel With` are warnings. `validatePlan` reports other errors, which are tolerated here: of two nodes
 * with one id the first wins, and a dependency on the node itself or on an unknown id is ignored. Messages
 * name the files of `plan`, if it has several. Throws `OPTION_INVALID` for anything but nodes.
 */
export const resolveGraph = (
  nodes: readonly GraphNode[],
  plan: Pick<Plan, 'sources'> = {},
): { graph?: Graph; issues: PlanIssue[] } => {
  checkNodes('resolveGraph', 'nodes', nodes)
  const { kept, ids, index } = indexNodes(nodes)

  let dependencies = readDependencies(kept, index)
  let dependents = reverse(dependencies)
  let { order, layer } = topologicalOrder(dependencies, dependents)
  const past: PlanIssue[] = []
  if (order.length < kept.length) {
    past.push(...cycleIssues(kept, readDependencies(kept, index, true), plan, 'warning'))
    if (past.length > 0) {
      dependencies = readDependencies(kept, index, false)
      dependents = reverse(dependencies)
      ;({ order, layer } = topologicalOrder(dependencies, dependents))
    }
  }
  if (order.length < kept.length) {
    return {
      issues: [
        ...past,
        ...cycleIssues(kept, dependencies, plan),
        ...parallelIssues(kept, index, dependencies),
      ],
    }
  }
  const { weight, priority } = weighNodes(kept)
  const remaining = remainingOf(dependents, order, weight)
  return {
    graph: { ids, index, dependencies, dependents, order, layer, weight, priority, remaining },
    issues: [...past, ...parallelIssues(kept, index, dependencies, layer)],
  }
}

/** Numbers the nodes by id. Of two nodes with one id the first wins. */
const indexNodes = (
  nodes: readonly GraphNode[],
): { kept: readonly GraphNode[]; ids: string[]; index: Map<string, number> } => {
  const ids = new Array<string>(nodes.length)
  const index = new Map<string, number>()
  for (let node = 0; node < nodes.length; node++) {
    const { id } = nodes[node]!
    ids[node] = id
    index.set(id, node)
  }
  if (index.size === ids.length) return { kept: nodes, ids, index }
  const seen = new Set<string>()
  // A set accepts an id once, so the first node with an id stays.
  return indexNodes(nodes.filter(({ id }) => seen.size !== seen.add(id).size))
}

const isFinished = ({ status }: GraphNode): boolean => status === 'done' || status === 'skipped'

/** Reads all dependencies; only those `among` finished nodes, or all but them. */
const readDependencies = (
  nodes: readonly GraphNode[],
  index: ReadonlyMap<string, number>,
  among?: boolean,
): Edges => {
  let most = 0
  for (const node of nodes) most += node.dependsOn.length
  const start = new Int32Array(nodes.length + 1)
  const target = new Int32Array(most)
  const seenBy = new Int32Array(nodes.length).fill(-1)
  let length = 0
  for (let node = 0; node < nodes.length; node++) {
    for (const id of nodes[node]!.dependsOn) {
      const dependency = index.get(id)
      if (dependency === undefined || dependency === node || seenBy[dependency] === node) continue
      if (among !== undefined && (isFinished(nodes[node]!) && isFinished(nodes[dependency]!)) !== among)
        continue
      seenBy[dependency] = node
      target[length++] = dependency
    }
    start[node + 1] = length
  }
  return { start, target: target.subarray(0, length) }
}

const reverse = ({ start, target }: Edges): Edges => {
  const count = start.length - 1
  const reversed = { start: new Int32Array(count + 1), target: new Int32Array(target.length) }
  for (const node of target) reversed.start[node + 1]!++
  for (let node = 0; node < count; node++) reversed.start[node + 1]! += reversed.start[node]!
  const next = reversed.start.slice()
  for (let node = 0; node < count; node++) {
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      reversed.target[next[target[edge]!]!++] = node
    }
  }
  return reversed
}

const isEstimate = (estimate: number | undefined): estimate is number =>
  estimate !== undefined && Number.isFinite(estimate) && estimate >= 0

/**
 * Weighs nodes by estimate, with the mean for missing ones. If no node has an estimate, each weighs 1. One
 * pass over the nodes: in a large graph, each visit of a node leaves the cache.
 */
const weighNodes = (nodes: readonly GraphNode[]): { weight: Float64Array; priority: Float64Array } => {
  const weight = new Float64Array(nodes.length).fill(-1)
  const priority = new Float64Array(nodes.length)
  let sum = 0
  let known = 0
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!
    if (node.priority !== undefined) priority[at] = node.priority
    if (!isEstimate(node.estimate)) continue
    weight[at] = node.estimate
    sum += node.estimate
    known++
  }
  const usual = known === 0 ? 1 : sum / known
  for (let at = 0; at < nodes.length; at++) if (weight[at]! < 0) weight[at] = usual
  return { weight, priority }
}

const remainingOf = ({ start, target }: Edges, order: Int32Array, weight: Float64Array): Float64Array => {
  const remaining = new Float64Array(order.length)
  for (let position = order.length - 1; position >= 0; position--) {
    const node = order[position]!
    let most = 0
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      const path = remaining[target[edge]!]!
      if (path > most) most = path
    }
    remaining[node] = weight[node]! + most
  }
  return remaining
}
