import type { PhaseDraft } from '@amelia/core/plugin'
import { readReferences, type ReferenceScope, type Section } from '@amelia/markdown'

/** Dependencies and parallel phases of a phase without a row. */
export const chooseDependencies = (
  section: Section,
  before: PhaseDraft | undefined,
  scope: ReferenceScope,
): { dependsOn: string[]; parallelWith: string[] } => {
  const read = (name: 'dependsOn' | 'parallelWith'): string[] | undefined => {
    const field = section.fields.get(name)
    return field && readReferences([field.value, ...field.items.map((item) => item.text)].join(', '), scope)
  }
  const parallelWith = read('parallelWith') ?? []
  const declared = read('dependsOn')
  if (declared) return { dependsOn: declared, parallelWith }
  if (!before) return { dependsOn: [], parallelWith }
  const beside = parallelWith.includes(before.id) || (before.parallelWith ?? []).includes(scope.self)
  return { dependsOn: beside ? [...(before.dependsOn ?? [])] : [before.id], parallelWith }
}
