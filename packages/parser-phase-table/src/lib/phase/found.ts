import type { PhaseDraft } from '@amelia/core/plugin'
import { createReferenceBudget, type Outline, type ReferenceScope } from '@amelia/markdown'

/** The phases of a document, and where they are. */
export interface Found {
  phases: PhaseDraft[]
  /** Index of the block after the plan's own header. */
  headEnd: number
  /** The lines of the sections of phases, and of lists that report their progress. */
  read: [from: number, to: number][]
  rule: string
  /** By line, why a heading is not part of the plan. */
  reasons?: ReadonlyMap<number, string>
}

/** Returns the lines of a section. */
export const linesOf = (
  { blocks, lines }: Outline,
  { heading, end }: { heading: number; end: number },
): [number, number] => [blocks[heading]?.line ?? 1, (blocks[end]?.line ?? lines.length + 1) - 1]

/** Returns the scope of references to these phases. */
export const scopeOf = (rows: readonly { id: string }[]): Omit<ReferenceScope, 'self'> => {
  const positions = new Map<string, number>()
  rows.forEach((row, index) => {
    if (!positions.has(row.id)) positions.set(row.id, index)
  })
  return { positions, ids: rows.map((row) => row.id), budget: createReferenceBudget() }
}
