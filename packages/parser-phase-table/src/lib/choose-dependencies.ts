import type { PhaseDraft } from '@amelia/core/plugin'
import { readDependencies, readReferences, type ReferenceScope, type Section } from '@amelia/markdown'

/** Dependencies and parallel phases of a phase without a row. */
export const chooseDependencies = (
  section: Section,
  before: PhaseDraft | undefined,
  scope: ReferenceScope,
): { dependsOn: string[]; parallelWith: string[] } => {
  const parallel = section.fields.get('parallelWith')
  const beside = [parallel?.value ?? '', ...(parallel?.items.map((item) => item.text) ?? [])]
  const parallelWith = readReferences(beside.join(', '), scope)
  const field = section.fields.get('dependsOn')
  const declared = field && readDependencies(field, scope)
  if (declared) return { dependsOn: declared, parallelWith }
  if (!before) return { dependsOn: [], parallelWith }
  const isBeside = parallelWith.includes(before.id) || (before.parallelWith ?? []).includes(scope.self)
  return { dependsOn: isBeside ? [...(before.dependsOn ?? [])] : [before.id], parallelWith }
}
