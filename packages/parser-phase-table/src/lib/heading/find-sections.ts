import { type Block, isCriteriaHeading, type Outline, plainText } from '@amelia/markdown'
import { findChapters } from './find-chapters.ts'
import { readHeadingId } from './read-heading-id.ts'
import type { Row } from '../row/row.ts'

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
 * numbered headings inside its section (`### 3. Docs`) are not phases; neither are numbered chapters of the
 * document. Adds to `reasons`, by line, why a heading of a phase has no section.
 */
export const findSections = (
  { blocks }: Outline,
  ids: ReadonlyMap<string, number>,
  rows: readonly Row[],
  reasons: Map<number, string>,
): Map<string, SectionPlace> => {
  const places = new Map<string, SectionPlace>()
  let open: { place: SectionPlace; level: number; phase: boolean } | undefined
  const worded = new Set<string>()
  const title = titleOf(blocks)
  const chapters = findChapters(blocks, rows)
  for (const block of blocks) {
    if (block.kind !== 'heading' || block.depth > 0 || block === title) continue
    const { id, phase } = readHeadingId(plainText(block.text))
    if (phase) worded.add(id)
  }
  blocks.forEach((block, index) => {
    if (block.kind !== 'heading' || block.depth > 0 || block === title) return
    const text = plainText(block.text)
    // `Phase 1 acceptance criteria` is not the section of phase 1.
    const { id, phase } = isCriteriaHeading(text) ? { id: '', phase: false } : readHeadingId(text)
    const inside = open?.phase === true && block.level > open.level
    const named = phase || !(worded.has(id) || (inside && /^[\d.]+$/.test(id)))
    const known = named && ids.has(id) && !chapters.has(block)
    if (open && (block.level <= open.level || (known && !places.has(id)))) {
      open.place.end = index
      open = undefined
    }
    if (known && !places.has(id)) {
      const place = { heading: index, end: blocks.length }
      places.set(id, place)
      open = { place, level: block.level, phase }
    } else if (phase) {
      const reason = known
        ? `phase ${id} already has a section`
        : `no row of the phase table has the id ${id}`
      reasons.set(block.line, reason)
    }
  })
  return places
}

/**
 * Returns the title of the document: the only heading of the first level, if it is the first one and a table
 * follows before the next. It may name a phase: `# Phase 2: Shop`.
 */
const titleOf = (blocks: readonly Block[]): Block | undefined => {
  const headings = blocks.filter((block) => block.kind === 'heading' && block.depth === 0)
  const [first, second] = headings
  if (first?.kind !== 'heading' || first.level > 1) return undefined
  if (headings.some((block) => block.kind === 'heading' && block !== first && block.level === 1))
    return undefined
  const table = blocks.find((block) => block.kind === 'table')
  return table && table.line > first.line && table.line < (second?.line ?? Number.POSITIVE_INFINITY)
    ? first
    : undefined
}
