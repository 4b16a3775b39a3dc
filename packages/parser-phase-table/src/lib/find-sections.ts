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
 * A heading with the word Phase comes before one that only begins with the id (`WU-01: ...`), and inside of the section of such
 * a heading a number is a number (`### 3. Docs`). Headings of phases that no table names are warned of, when the document
 * has sections for others.
 */
export const findSections = (
  { blocks }: Outline,
  ids: ReadonlyMap<string, number>,
  issues: PlanIssue[],
): Map<string, SectionPlace> => {
  const places = new Map<string, SectionPlace>()
  const unmatched: PlanIssue[] = []
  let open: { place: SectionPlace; level: number; phase: boolean } | undefined
  const worded = new Set<string>()
  for (const block of blocks) {
    if (block.kind !== 'heading' || block.depth > 0) continue
    const { id, phase } = readHeadingId(plainText(block.text))
    if (phase) worded.add(id)
  }
  let matchedPhase = false
  blocks.forEach((block, index) => {
    if (block.kind !== 'heading' || block.depth > 0) return
    const { id, phase } = readHeadingId(plainText(block.text))
    const inside = open?.phase === true && block.level > open.level
    const named = phase || !(worded.has(id) || (inside && /^[\d.]+$/.test(id)))
    const known = named && ids.has(id)
    if (open && (block.level <= open.level || (known && !places.has(id)))) {
      open.place.end = index
      open = undefined
    }
    const { line, column } = block
    if (known && !places.has(id)) {
      const place = { heading: index, end: blocks.length }
      places.set(id, place)
      open = { place, level: block.level, phase }
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
