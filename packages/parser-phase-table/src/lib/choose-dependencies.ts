import type { PhaseDraft, PlanIssue } from '@amelia/core/plugin'
import { readDependencies, readReferences, type ReferenceScope, type Section } from '@amelia/markdown'

/** Dependencies and parallel phases of a phase without a row. */
export const chooseDependencies = (
  section: Section,
  before: PhaseDraft | undefined,
  scope: ReferenceScope,
  issues: PlanIssue[],
): { dependsOn: string[]; parallelWith: string[] } => {
  const parallel = section.fields.get('parallelWith')
  const beside = [parallel?.value ?? '', ...(parallel?.items.map((item) => item.text) ?? [])]
  const parallelWith = readReferences(beside.join(', '), scope)
  const declared = readDependencies(section.depends, scope, issues)
  if (declared) return { dependsOn: declared, parallelWith }
  if (!before) return { dependsOn: [], parallelWith }
  const isBeside = parallelWith.includes(before.id) || (before.parallelWith ?? []).includes(scope.self)
  return { dependsOn: isBeside ? [...(before.dependsOn ?? [])] : [before.id], parallelWith }
}
