import type { PhaseDraft, PlanIssue } from '@amelia/core/plugin'
import { readDependencies, readReferences, type ReferenceScope, type Section } from '@amelia/markdown'

/** Returns the dependencies and parallel phases of a phase whose row, if any, has no dependencies. */
export const chooseDependencies = (
  section: Section | undefined,
  /** The cell of its row, in a table without dependencies. It counts if the section names no phases. */
  besideCell: string,
  before: PhaseDraft | undefined,
  scope: ReferenceScope,
  issues: PlanIssue[],
): { dependsOn: string[]; parallelWith: string[] } => {
  const parallel = section?.fields.get('parallelWith')
  const beside = [parallel?.value ?? besideCell, ...(parallel?.items.map((item) => item.text) ?? [])]
  const parallelWith = readReferences(beside.join(', '), scope)
  const declared = readDependencies(section?.depends ?? [], scope, issues)
  if (declared) return { dependsOn: declared, parallelWith }
  if (!before) return { dependsOn: [], parallelWith }
  const isBeside = parallelWith.includes(before.id) || (before.parallelWith ?? []).includes(scope.self)
  return { dependsOn: isBeside ? [...(before.dependsOn ?? [])] : [before.id], parallelWith }
}
