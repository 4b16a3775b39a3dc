import type { PhaseDraft, PlanIssue } from '@amelia/core/plugin'
import {
  isUndecided,
  type Outline,
  readMarked,
  readReferences,
  readSection,
  undecidedIssue,
  withCode,
} from '@amelia/markdown'
import { buildPhase } from './build-phase.ts'
import { chooseDependencies } from './choose-dependencies.ts'
import { type Found, linesOf, scopeOf } from './found.ts'
import { findSections, type SectionPlace } from '../heading/find-sections.ts'
import { readHeadingId } from '../heading/read-heading-id.ts'
import type { Row } from '../row/row.ts'

/**
 * Reads the phases of the rows of tables. Without a column of dependencies, each waits for the one before it,
 * unless its section declares dependencies.
 */
export const readFromRows = (
  rows: readonly Row[],
  outline: Outline,
  hasOrder: boolean,
  issues: PlanIssue[],
): Found => {
  const scope = scopeOf(rows)
  const reasons = new Map<number, string>()
  const sections = findSections(outline, scope.positions, rows, reasons)
  const used = new Set<string>()
  const phases: PhaseDraft[] = []
  for (const row of rows) {
    // Of two rows with the same id, the first gets the section.
    const place = used.has(row.id) ? undefined : sections.get(row.id)
    used.add(row.id)
    const heading = place && readHeading(outline, place)
    const written = (!row.isNamed && heading?.title) || row.title
    const marked = readMarked(written)
    const hasMark = row.fields.status === undefined && marked.status !== undefined && marked.title !== ''
    const title = hasMark ? marked.title : written
    const section = place && readSection({ outline, ...place, id: row.id, title })
    if (section) for (const issue of section.issues) issues.push(issue)
    const own = { ...scope, self: row.id }
    const references = hasOrder
      ? {
          dependsOn: readReferences(row.dependsOn, own),
          parallelWith: readReferences(row.parallelWith, own),
        }
      : chooseDependencies(section, row.parallelWith, phases.at(-1), own, issues)
    if (hasOrder && isUndecided(row.dependsOn)) {
      const place = { line: row.line, column: 1 }
      issues.push(undecidedIssue(row.id, row.dependsOn, place))
    }
    const built = buildPhase({ ...row, title }, section, references)
    // A column Status decides; without one, the marks and the boxes do.
    const shown = (hasMark ? marked : heading)?.status ?? (section?.done ? 'done' : undefined)
    const status = built.status ?? shown
    phases.push({ ...built, ...(status && { status }) })
  }
  for (const issue of scope.budget.issues()) issues.push(issue)
  let headEnd = outline.blocks.length
  for (const { heading } of sections.values()) headEnd = Math.min(headEnd, heading)
  const rule = hasOrder
    ? 'the dependency column decides; without an entry a phase waits for none'
    : 'each phase waits for the one before it, unless it declares dependencies'
  const read = [...sections.values()].map((place) => linesOf(outline, place))
  return { phases, headEnd, read, rule, reasons }
}

/** Reads the name and the mark in the heading of a section. */
const readHeading = ({ blocks }: Outline, { heading }: SectionPlace): ReturnType<typeof readMarked> => {
  const block = blocks[heading]
  const read = block?.kind === 'heading' ? withCode(block.text, readHeadingId) : undefined
  return readMarked(read?.title ?? '')
}
