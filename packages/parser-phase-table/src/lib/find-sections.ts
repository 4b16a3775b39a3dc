import type { PlanIssue } from '@amelia/core/plugin'
import { type Outline, plainText } from '@amelia/markdown'
import { readHeadingId } from './read-heading-id.ts'

/** The position of a phase's section: indexes in the outline's blocks. */
export interface SectionPlace {
  heading: number
  end: number
}

/**
 * Finds the sections of phases, by id. A section ends at the next heading of its level or above, or at
 * another phase's section.
 *
 * A heading with the word Phase takes precedence over one that only starts with the id (`WU-01: ...`), and
 * numbered headings inside its section (`### 3. Docs`) are not phases. Warns about phase headings that are
 * not in a table, if the document has sections for other phases.
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
        ? `Phase ${id} already has a section: this one is ignored.`
        : `No row of the phase table has the id ${id}: this section is ignored.`
      unmatched.push({ severity: 'warning', code: 'SECTION_UNMATCHED', message, line, column })
    }
  })
  if (matchedPhase) for (const issue of unmatched) issues.push(issue)
  return places
}
