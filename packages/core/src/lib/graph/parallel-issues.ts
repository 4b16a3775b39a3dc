import type { PlanIssue, PlanIssueCode } from '../plan/plan-issue.ts'
import { type Edges, type GraphNode, neighbours } from './graph.ts'
import { createReach } from './reach.ts'

/**
 * Finds wrong claims of `Parallel With`: at most one warning of each code per phase.
 *
 * A claim contradicts a dependency if one phase depends on the other, directly or indirectly. Without layers
 * (in a plan with a cycle) only direct dependencies are checked.
 */
export const parallelIssues = (
  nodes: readonly GraphNode[],
  index: ReadonlyMap<string, number>,
  dependencies: Edges,
  layer?: Int32Array,
): PlanIssue[] => {
  const claimants: number[] = []
  for (let node = 0; node < nodes.length; node++)
    if (nodes[node]!.parallelWith.length > 0) claimants.push(node)
  if (claimants.length === 0) return []

  const issues: PlanIssue[] = []
  const warn = (node: number, code: PlanIssueCode, message: string): void => {
    issues.push({ severity: 'warning', code, message, line: nodes[node]!.line, column: 1 })
  }
  const named = new Map(claimants.map((node) => [node, new Set(nodes[node]!.parallelWith)]))
  const waits = layer === undefined ? direct(dependencies) : createReach(dependencies, layer)

  for (const node of claimants) {
    const { id } = nodes[node]!
    const unknown: string[] = []
    const silent: string[] = []
    const ordered: string[] = []
    for (const otherId of named.get(node)!) {
      const other = index.get(otherId)
      if (other === undefined) {
        unknown.push(otherId)
        continue
      }
      const mutual = named.get(other)?.has(id) === true
      if (waits(node, other)) ordered.push(`${id} waits for ${otherId}`)
      // A mutual claim is reported once, at the dependent phase.
      else if (waits(other, node)) {
        if (!mutual) ordered.push(`${otherId} waits for ${id}`)
      } else if (!mutual) silent.push(otherId)
    }
    if (unknown.length > 0) {
      warn(node, 'PARALLEL_UNKNOWN', `Phase ${id} names ${list(unknown)} under Parallel With: no such phase.`)
    }
    if (silent.length > 0) {
      warn(
        node,
        'PARALLEL_NOT_MUTUAL',
        `Phase ${id} names ${list(silent)} under Parallel With, but is not named in return. ` +
          'The order comes from Depends On alone.',
      )
    }
    if (ordered.length > 0) {
      warn(
        node,
        'PARALLEL_CONTRADICTS_DEPENDENCY',
        `Parallel With contradicts Depends On, which wins: ${list(ordered)}.`,
      )
    }
  }
  return issues
}

const direct =
  (dependencies: Edges) =>
  (node: number, other: number): boolean =>
    neighbours(dependencies, node).includes(other)

const list = (names: string[]): string => {
  const shown = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`
}
