import { criticalPath, type Plan, resolveGraph } from '@amelia/core'
import { viewPhases } from '@amelia/core/view'

/**
 * Returns the graph of the phases that a run of the plan performs, without those that are done, left out or
 * blocked, and the ids on its critical path. Without a graph for a plan whose dependencies are not sound.
 */
export const openGraph = (
  plan: Plan,
): { graph?: NonNullable<ReturnType<typeof resolveGraph>['graph']>; path: string[] } => {
  const ids = new Set(viewPhases(plan).flatMap(({ id, status }) => (status === 'pending' ? [id] : [])))
  const phases = plan.phases
    .filter(({ id }) => ids.has(id))
    .map((phase) => ({ ...phase, dependsOn: phase.dependsOn.filter((id) => ids.has(id)) }))
  const { graph } = resolveGraph(phases, plan)
  return graph ? { graph, path: criticalPath(graph) } : { path: [] }
}

/** Returns the ids on the critical path of {@link openGraph}. */
export const openPath = (plan: Plan): string[] => openGraph(plan).path
