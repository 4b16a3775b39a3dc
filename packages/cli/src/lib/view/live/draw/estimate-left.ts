import { type Plan, type RunView, resolveGraph } from '@amelia/core'
import { runCondition, workedTime } from '@amelia/core/view'
import { partOfPhase } from './order-phases.ts'

/** A phase that takes longer than estimated is expected to need this part of the estimate again. */
const leastPart = 0.1

type Graph = NonNullable<ReturnType<typeof resolveGraph>['graph']>
const graphs = new WeakMap<Plan, { graph: Graph | undefined }>()

const graphOf = (plan: Plan): Graph | undefined => {
  const known = graphs.get(plan) ?? { graph: resolveGraph(plan.phases).graph ?? undefined }
  graphs.set(plan, known)
  return known.graph
}

/**
 * Estimates the time until all phases have ended, in milliseconds: from the durations of the phases that this
 * run has completed, in proportion to the estimates of the plan if it has any. `concurrency` phases run at
 * the same time (default: 1), after those that they depend on. Waits for people are not part of it.
 *
 * Undefined while no phase is completed, and for a run that does not continue.
 */
export const estimateLeft = (
  run: RunView,
  { now, concurrency = 1 }: { now: number; concurrency?: number | undefined },
): number | undefined => {
  const { state } = runCondition(run)
  const graph = graphOf(run.plan)
  if (state !== 'running' || !graph) return undefined
  const weightOf = (id: string): number => graph.weight[graph.index.get(id) ?? -1] ?? 1
  const done = [...run.phases.values()].filter((phase) => phase.status === 'completed' && phase.durationMs)
  const weight = done.reduce((sum, { id }) => sum + weightOf(id), 0)
  if (weight === 0) return undefined
  const rate = done.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0) / weight
  const end = new Map<string, number>()
  let sum = 0
  for (const node of graph.order) {
    const id = graph.ids[node]!
    const phase = run.phases.get(id)
    if (!phase || !['running', 'waiting', 'next'].includes(partOfPhase(phase))) continue
    const expected = rate * weightOf(id)
    const worked = phase.startedAt === undefined ? 0 : workedTime(run, now, phase)
    const left = Math.max(expected - worked, expected * leastPart)
    const { start, target } = graph.dependencies
    const before = [...target.subarray(start[node], start[node + 1])].map(
      (one) => end.get(graph.ids[one]!) ?? 0,
    )
    end.set(id, Math.max(0, ...before) + left)
    sum += left
  }
  if (sum === 0) return undefined
  return Math.max(...end.values(), sum / concurrency)
}
