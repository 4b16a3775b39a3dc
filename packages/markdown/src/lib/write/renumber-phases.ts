import type { Plan } from '@amelia/core/plugin'

/** Returns a plan whose phases have the ids 1, 2, 3 ..., and the previous ids. */
export const renumberPhases = (plan: Plan): { plan: Plan; renamed: ReadonlyMap<string, string> } => {
  const renamed = new Map(plan.phases.map((phase, index) => [String(index + 1), phase.id]))
  const now = new Map(plan.phases.map((phase, index) => [phase.id, String(index + 1)]))
  const rename = (ids: readonly string[]): string[] => ids.flatMap((id) => now.get(id) ?? [])
  return {
    renamed,
    plan: {
      ...plan,
      phases: plan.phases.map((phase, index) => ({
        ...phase,
        id: String(index + 1),
        dependsOn: rename(phase.dependsOn),
        parallelWith: rename(phase.parallelWith),
        ...(phase.conflictsWith && { conflictsWith: rename(phase.conflictsWith) }),
      })),
    },
  }
}
