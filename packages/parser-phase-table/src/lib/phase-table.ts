import { defineParser, type PhaseDraft, type PlanIssue, type PlanParserV1 } from '@amelia/core/plugin'
import {
  accountFor,
  createReferenceBudget,
  fixText,
  readHead,
  readMarked,
  readOutline,
  readReferences,
  type ReferenceScope,
  readSection,
  withCode,
} from '@amelia/markdown'
import { buildPhase } from './build-phase.ts'
import { chooseDependencies } from './choose-dependencies.ts'
import { findSections, type SectionPlace } from './heading/find-sections.ts'
import { findTables } from './find-tables.ts'
import { fixTables } from './fix-tables.ts'
import { readFieldRows } from './read-field-rows.ts'
import { readHeadingId } from './heading/read-heading-id.ts'
import { readHeadingPhases } from './heading/read-heading-phases.ts'
import { readPhaseList } from './heading/read-phase-list.ts'
import { readRows, type Row } from './read-rows.ts'
import { writePhaseTable } from './write-phase-table.ts'

type Scope = Omit<ReferenceScope, 'self'>

/**
 * Creates a parser for plans whose phases are rows of tables with ids and dependencies, or, in a document
 * without such a table, headings `Phase N: name`.
 *
 * A row's section (`## Phase 2A: ...`) contains its body, files and subtasks with their steps. The table
 * overrides the section. `Depends On` determines the order; `Parallel With` is only checked. A heading
 * without dependencies (`> **Depends On**: Phase 1`) depends on the one before it, or, if it can run in
 * parallel with that one, on its dependencies.
 */
export const phaseTable = (): PlanParserV1 =>
  defineParser({
    id: 'phase-table',
    detect: (source) => {
      const outline = readOutline(source)
      const tables = findTables(outline)
      if (tables.length > 0) return tables.some(({ table }) => table.rows.length > 0) ? 0.95 : 0.9
      const { phases, declared, stepped } = readHeadingPhases(outline)
      if (declared > 0 || (stepped && phases.length > 1)) return 0.7
      return phases.length > 1 ? 0.15 : 0
    },
    parse,
    write: (plan) => writePhaseTable(plan, parse),
    fix: (source) => fixTables(fixText(source), parse),
  })

const parse: PlanParserV1['parse'] = (source) => {
  const outline = readOutline(source)
  const issues: PlanIssue[] = []
  const tables = findTables(outline)
  const rows = tables.flatMap(({ table, columns }) => readRows(table, columns, issues))
  const first = tables[0]?.table
  if (first && rows.length === 0) {
    const message = 'The phase table has no rows with an id.'
    const { line, column } = first
    return { issues: [...issues, { severity: 'error', code: 'NO_PHASES', message, line, column }] }
  }
  const found = first ? readFromRows(rows, outline, issues) : readFromHeadings(outline, issues)
  if (!found) return { issues }
  const { phases, headEnd } = found
  const { reading, issues: skipped } = accountFor({ outline, ...found })
  return { plan: { ...readHead(outline, headEnd), phases }, issues: [...issues, ...skipped], reading }
}

interface Found {
  phases: PhaseDraft[]
  /** Index of the block after the plan's own header. */
  headEnd: number
  /** The lines of the sections of phases, and of lists that report their progress. */
  read: [from: number, to: number][]
  rule: string
  /** By line, why a heading is not part of the plan. */
  reasons?: ReadonlyMap<number, string>
}

const linesOf = (
  { blocks, lines }: ReturnType<typeof readOutline>,
  { heading, end }: { heading: number; end: number },
): [number, number] => [blocks[heading]?.line ?? 1, (blocks[end]?.line ?? lines.length + 1) - 1]

const readFromRows = (rows: Row[], outline: ReturnType<typeof readOutline>, issues: PlanIssue[]): Found => {
  const scope = scopeOf(rows)
  const reasons = new Map<number, string>()
  const sections = findSections(outline, scope.positions, rows, reasons)
  const used = new Set<string>()
  const phases = rows.map((row): PhaseDraft => {
    // Of two rows with the same id, the first gets the section.
    const place = used.has(row.id) ? undefined : sections.get(row.id)
    used.add(row.id)
    const title = (!row.isNamed && place && titleOf(outline, place)) || row.title
    const section = place && readSection({ outline, ...place, id: row.id, title })
    if (section) for (const issue of section.issues) issues.push(issue)
    return buildPhase({ ...row, title }, section, {
      dependsOn: readReferences(row.dependsOn, { ...scope, self: row.id }),
      parallelWith: readReferences(row.parallelWith, { ...scope, self: row.id }),
    })
  })
  for (const issue of scope.budget.issues()) issues.push(issue)
  let headEnd = outline.blocks.length
  for (const { heading } of sections.values()) headEnd = Math.min(headEnd, heading)
  const rule = 'the dependency column decides; without an entry a phase waits for none'
  const read = [...sections.values()].map((place) => linesOf(outline, place))
  return { phases, headEnd, read, rule, reasons }
}

/** Returns the name in the heading of a section, for a table without names. */
const titleOf = ({ blocks }: ReturnType<typeof readOutline>, { heading }: SectionPlace): string => {
  const block = blocks[heading]
  const read = block?.kind === 'heading' ? withCode(block.text, readHeadingId) : undefined
  return readMarked(read?.title ?? '').title
}

const readFromHeadings = (
  outline: ReturnType<typeof readOutline>,
  issues: PlanIssue[],
): Found | undefined => {
  const found = readHeadingPhases(outline)
  const first = found.phases[0]
  if (!first) {
    const message =
      'The plan has no phase table: a table with a column of ids (Phase, ID, ...) and a column Depends On. ' +
      'It also has no heading "## Phase 1: name" with a line "**Depends On:** ...".'
    issues.push({ severity: 'error', code: 'NO_PHASES', message, line: 1, column: 1 })
    return undefined
  }
  if (found.declared === 0 && found.phases.length > 1) {
    const message =
      'No phase declares its dependencies ("**Depends On:** ..."), so each depends on the one before it.'
    issues.push({ severity: 'warning', code: 'ORDER_GUESSED', message, line: first.line, column: 1 })
  }
  const listed = readPhaseList(outline, found.phases)
  const without = [...listed.values()].filter(
    ({ id, line }) => line > 0 && !found.phases.some((phase) => phase.id === id),
  )
  const finished = without.filter(({ status }) => status === 'done')
  const open = without.filter(({ status }) => status !== 'done')
  const scope = scopeOf([...finished, ...found.phases, ...open])
  const rows = readFieldRows(outline, found.phases, new Set(without.map(({ id }) => id)), issues)
  // A finished phase needs no section: others may depend on it.
  const phases: PhaseDraft[] = finished.map(({ id, title, line }) => ({ id, title, status: 'done', line }))
  for (const phase of found.phases) {
    const { id, title, line, heading, end } = phase
    const section = readSection({ outline, heading, end, id, title })
    for (const issue of section.issues) issues.push(issue)
    const inTable = rows.get(id)
    const { status: shown, ...cells } = inTable?.fields ?? {}
    const fields = { ...phase.fields, ...cells }
    const { files = [], parallelWith = '' } = inTable ?? {}
    const row: Row = {
      id,
      written: id,
      title,
      isNamed: true,
      dependsOn: '',
      parallelWith,
      files,
      fields,
      line,
    }
    const before = phases.length > finished.length ? phases.at(-1) : undefined
    const built = buildPhase(
      row,
      section,
      chooseDependencies(section, parallelWith, before, { ...scope, self: id }, issues),
    )
    const parts = built.subtasks ?? []
    const isDone = parts.length > 0 && parts.every((part) => part.status === 'done')
    const status = built.status ?? listed.get(id)?.status ?? shown ?? (isDone ? 'done' : undefined)
    phases.push({ ...built, ...(status && { status }) })
  }
  for (const { id, title, line, status } of open) {
    const message = `Phase ${id} is listed but has no section, so it is a phase with a title only.`
    issues.push({ severity: 'warning', code: 'SECTION_UNMATCHED', message, line, column: 1 })
    phases.push({ id, title, ...(status && { status }), dependsOn: [phases.at(-1)?.id ?? []].flat(), line })
  }
  for (const issue of scope.budget.issues()) issues.push(issue)
  return {
    phases,
    headEnd: first.heading,
    read: [
      ...found.phases.map((phase) => linesOf(outline, phase)),
      ...[...listed.values()].flatMap(({ line, row = 0 }): [number, number][] => [
        [line, line],
        [row, row],
      ]),
    ],
    rule: 'each phase waits for the one before it, unless it declares dependencies',
  }
}

const scopeOf = (rows: readonly { id: string }[]): Scope => {
  const positions = new Map<string, number>()
  rows.forEach((row, index) => {
    if (!positions.has(row.id)) positions.set(row.id, index)
  })
  return { positions, ids: rows.map((row) => row.id), budget: createReferenceBudget() }
}
