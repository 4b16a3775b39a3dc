import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan } from '../plan/model/plan.ts'
import { nameLine } from '../plan/source/locate-line.ts'
import type { Edges, GraphNode } from './graph.ts'
import { shortestCycle } from './shortest-cycle.ts'
import { strongComponents } from './strong-components.ts'

const mostIssues = 10
const mostNames = 12

/**
 * One `PHASE_CYCLE` for each knot of phases that wait for each other, at most ten, with the knot's shortest
 * cycle.
 */
export const cycleIssues = (
  nodes: readonly GraphNode[],
  dependencies: Edges,
  plan: Pick<Plan, 'sources'>,
  severity: PlanIssue['severity'] = 'error',
): PlanIssue[] =>
  strongComponents(dependencies)
    .sort((one, other) => one[0]! - other[0]!)
    .slice(0, mostIssues)
    .map((component) =>
      cycleIssue(
        shortestCycle(dependencies, component).map((node) => nodes[node]!),
        plan,
        severity,
      ),
    )

const cycleIssue = (
  cycle: GraphNode[],
  plan: Pick<Plan, 'sources'>,
  severity: PlanIssue['severity'],
): PlanIssue => {
  // All phases of a plan from code have the same line.
  const hasLines = cycle.some(({ line }) => line !== cycle[0]!.line)
  const names = cycle.map(({ id, line }) => (hasLines ? `${id} (${nameLine(plan, line)})` : id))
  const left = names.length - mostNames
  const shown = left > 1 ? [...names.slice(0, mostNames), `… ${left} more …`] : names
  return {
    severity,
    code: 'PHASE_CYCLE',
    message:
      `These phases depend on each other in a circle, ${severity === 'error' ? 'so none can start' : 'but all are finished'}: ${shown.join(' -> ')} -> ${cycle[0]!.id} ` +
      '(each depends on the next). Remove one of these dependencies.',
    line: cycle[0]!.line,
    column: 1,
  }
}
