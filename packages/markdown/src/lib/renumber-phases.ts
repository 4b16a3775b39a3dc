import type { Plan } from '@amelia/core/plugin'

/** A plan whose phases are called 1, 2, 3 ..., and what each was called before. */
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
      })),
    },
  }
}
