import type { Outline } from '../outline/outline.ts'
import { fieldsOf } from './read-fields.ts'
import { readDependencies } from './read-dependencies.ts'
import { createReferenceBudget } from './reference-budget.ts'

/** The properties of a phase that its fields are found by. */
export interface DeclaringPhase {
  /** Other phases name it. */
  id: string
  /** The line at which it begins, from 1. Without it, no field belongs to the phase. */
  line?: number | undefined
}

/** The phases whose dependencies can be in a field, and the fields that declare them. */
export interface DeclaredFields<Phase> {
  /** The phases that are a heading or a list item, in the order of the text. */
  owners: Phase[]
  /** The fields, in the order of the text, with the phases that they name. */
  fields: { owner: Phase; ids: string[]; line: number; value: string }[]
}

/** Finds the fields `Depends on` of a document that declare dependencies of its phases. */
export const findDeclared = <Phase extends DeclaringPhase>(
  outline: Outline,
  phases: readonly Phase[],
): DeclaredFields<Phase> => {
  const lines = new Set(
    outline.blocks.flatMap(({ kind, line }) => (kind === 'heading' || kind === 'item' ? [line] : [])),
  )
  const owners = phases
    .filter(({ line = 0 }) => lines.has(line))
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
  const ids = phases.map(({ id }) => id)
  const positions = new Map(ids.map((id, index) => [id, index]))
  const budget = createReferenceBudget()
  const found: DeclaredFields<Phase>['fields'] = []
  let at = -1
  for (const field of fieldsOf(outline)) {
    if (field.name !== 'dependsOn') continue
    while ((owners[at + 1]?.line ?? Infinity) <= field.line) at++
    const owner = owners[at]
    const read = owner && readDependencies([field], { positions, ids, self: owner.id, budget }, [])
    if (owner && read) found.push({ owner, ids: read, line: field.line, value: field.value })
  }
  return { owners, fields: found }
}
