import type { PlanIssue } from '@amelia/core/plugin'
import { type Outline, plainText } from '@amelia/markdown'
import { readHeadingId } from './read-heading-id.ts'

/** Where a phase's section is: positions among the outline's blocks. */
export interface SectionPlace {
  heading: number
  end: number
}

/**
 * The sections of phases, by id. A section ends at the next heading of its level or above, or where another phase's begins.
 *
 * Headings of phases that no table names are warned of, when the document has sections for others.
 */
export const findSections = (
  { blocks }: Outline,
  ids: ReadonlyMap<string, number>,
  issues: PlanIssue[],
): Map<string, SectionPlace> => {
  const places = new Map<string, SectionPlace>()
  const unmatched: PlanIssue[] = []
  let open: { place: SectionPlace; level: number } | undefined
  let matchedPhase = false
  blocks.forEach((block, index) => {
    if (block.kind !== 'heading' || block.depth > 0) return
    const { id, phase } = readHeadingId(plainText(block.text))
    const known = ids.has(id)
    if (open && (block.level <= open.level || (known && !places.has(id)))) {
      open.place.end = index
      open = undefined
    }
    const { line, column } = block
    if (known && !places.has(id)) {
      const place = { heading: index, end: blocks.length }
      places.set(id, place)
      open = { place, level: block.level }
      matchedPhase ||= phase
    } else if (phase) {
      const message = known
        ? `There is a section for phase ${id} already: this one is not read.`
        : `No row of the phase table has the id ${id}: this section is not read.`
      unmatched.push({ severity: 'warning', code: 'SECTION_UNMATCHED', message, line, column })
    }
  })
  if (matchedPhase) for (const issue of unmatched) issues.push(issue)
  return places
}
