import {
  type Batch,
  type PhaseView,
  type Plan,
  type PlanIssue,
  planBatches,
  resolveGraph,
  locateLine,
  type PlanPlace,
} from '@amelia/core'
import { viewPhases } from '@amelia/core/view'
import { findCycles } from './find-cycles.ts'

/** An arrow of a drawing, and the reason why it is an error. */
export interface MarkedEdge {
  from: string
  to: string
  error: 'unknown' | 'self' | 'cycle' | null
}

/** A plan with errors, as it can be drawn. */
export interface MarkedPlan {
  /** The phases, in the order of the plan, with unique ids; their titles state their errors. */
  phases: PhaseView[]
  /** The errors of each phase, in the same order. */
  errors: string[][]
  edges: MarkedEdge[]
  /** The order without the dependencies that are errors. */
  batches: Batch[]
}

/**
 * Marks the errors of a plan: repeated ids, and dependencies that are unknown, on the phase itself or in a
 * cycle.
 *
 * A phase whose id another one has already gets its line as a part of its id: `2 (line 9)`. Other errors
 * are marked by their code.
 */
export const markFaults = (plan: Plan, issues: readonly PlanIssue[]): MarkedPlan => {
  const taken = new Map<string, number>()
  const ids = plan.phases.map(({ id, line }, index) => {
    const own = taken.has(id) ? `${id} (line ${line})` : id
    const unique = taken.has(own) ? `${own} #${index + 1}` : own
    taken.set(unique, index)
    return unique
  })
  const knots = findCycles(
    plan.phases.map(({ dependsOn }, index) =>
      dependsOn.flatMap((id) => {
        const other = taken.get(id)
        return other === undefined || other === index ? [] : [other]
      }),
    ),
  )
  const edgesOf = plan.phases.map(({ id, dependsOn }, index) =>
    [...new Set(dependsOn)].map((from): MarkedEdge => {
      const other = taken.get(from)
      const knot = knots[index]
      const isCycle = other !== undefined && knot !== undefined && knots[other] === knot
      const error = from === id ? 'self' : other === undefined ? 'unknown' : isCycle ? 'cycle' : null
      return { from, to: ids[index] ?? id, error }
    }),
  )
  const codes = new Map<string, Set<string>>()
  for (const { severity, code, ...place } of issues) {
    if (severity !== 'error' || drawn.has(code)) continue
    const at = placeKey(place)
    codes.set(at, (codes.get(at) ?? new Set()).add(code))
  }
  const errors = plan.phases.map((phase, index) => [
    ...describe(edgesOf[index] ?? [], ids[index] !== phase.id),
    ...new Set(
      [...linesOf(phase)].flatMap((line) => [...(codes.get(placeKey(locateLine(plan, line))) ?? [])]),
    ),
  ])
  const phases = viewPhases(plan).map(
    (view, index): PhaseView => ({
      ...view,
      id: ids[index] ?? view.id,
      title: errors[index]?.length ? `(error: ${errors[index].join(', ')}) ${view.title}` : view.title,
      status: errors[index]?.length ? 'failed' : undefined,
    }),
  )
  const sound = plan.phases.map((phase, index) => ({
    ...phase,
    id: ids[index] ?? phase.id,
    dependsOn: (edgesOf[index] ?? []).flatMap(({ from, error }) => (error === null ? [from] : [])),
    parallelWith: [],
  }))
  const { graph } = resolveGraph(sound)
  return { phases, errors, edges: edgesOf.flat(), batches: graph ? planBatches(graph, sound) : [] }
}

const placeKey = ({ file = '', line }: PlanPlace): string => `${file}:${line}`

/** The errors that the drawing states itself. */
const drawn = new Set(['ID_DUPLICATE', 'DEPENDENCY_UNKNOWN', 'DEPENDENCY_SELF', 'PHASE_CYCLE'])

const linesOf = ({ line, subtasks }: Plan['phases'][number]): Set<number> =>
  new Set([line, ...subtasks.flatMap((part) => [part.line, ...part.steps.map((step) => step.line)])])

const describe = (edges: readonly MarkedEdge[], isRepeated: boolean): string[] => [
  ...(isRepeated ? ['repeated id'] : []),
  ...edges.flatMap(({ from, error }) => (error === 'unknown' ? [`${from} is unknown`] : [])),
  ...(edges.some(({ error }) => error === 'self') ? ['depends on itself'] : []),
  ...(edges.some(({ error }) => error === 'cycle') ? ['in a cycle'] : []),
]
