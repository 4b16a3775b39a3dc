import { criticalPath, type Plan, resolveGraph } from '@amelia/core'
import { viewPhases } from '@amelia/core/view'

/**
 * Returns the ids on the critical path through the phases that a run of the plan performs: without those that
 * are done, left out or blocked. Empty for a plan whose dependencies are not sound.
 */
export const openPath = (plan: Plan): string[] => {
  const ids = new Set(viewPhases(plan).flatMap(({ id, status }) => (status === 'pending' ? [id] : [])))
  const phases = plan.phases
    .filter(({ id }) => ids.has(id))
    .map((phase) => ({ ...phase, dependsOn: phase.dependsOn.filter((id) => ids.has(id)) }))
  const { graph } = resolveGraph(phases, plan)
  return graph ? criticalPath(graph) : []
}
