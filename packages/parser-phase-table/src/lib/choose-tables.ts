import type { PlanIssue } from '@amelia/core/plugin'
import { onceFor, type Outline } from '@amelia/markdown'
import { findStatusTables } from './table/find-status-tables.ts'
import { findTables, hasKnownTables, type PhaseTable } from './table/find-tables.ts'
import { readHeadingPhases } from './heading/read-heading-phases.ts'
import { readPhaseList } from './heading/read-phase-list.ts'
import { readRows } from './row/read-rows.ts'
import type { Row } from './row/row.ts'

/** The tables whose rows are the phases of a document; none if headings are. */
export interface ChosenTables {
  /** Why: their header of dependencies, the shape of these, or a column of statuses. */
  kind: 'known' | 'guessed' | 'status' | 'none'
  tables: PhaseTable[]
  rows: Row[]
  /** Found while reading the rows. */
  issues: PlanIssue[]
}

const none: ChosenTables = { kind: 'none', tables: [], rows: [], issues: [] }

/**
 * Chooses the tables whose rows are phases. Without a known header of dependencies, headings of phases are
 * preferred if one of them has no row. So they are to a table of statuses of which most phases have one.
 * The result is cached.
 */
export const chooseTables = onceFor((outline: Outline): ChosenTables => {
  const tables = findTables(outline)
  const kind = tables.length === 0 ? 'status' : hasKnownTables(outline) ? 'known' : 'guessed'
  const issues: PlanIssue[] = []
  const read = (found: PhaseTable[]): Row[] =>
    found.flatMap(({ table, columns }) => readRows(table, columns, issues, outline.lines))
  const chosen = tables.length === 0 ? findStatusTables(outline) : tables
  const rows = kind === 'status' ? withIds(read(chosen)) : read(chosen)
  if (kind !== 'known' && !isWhole(outline, rows, kind === 'status')) return none
  return { kind, tables: chosen, rows, issues }
})

/** Numbers rows without numbers: their names are no ids. */
const withIds = (rows: Row[]): Row[] =>
  rows.some(({ id }) => /\d/.test(id))
    ? rows
    : rows.map((row, index) => ({ ...row, id: String(index + 1), title: row.written, isNamed: true }))

/**
 * Returns whether rows contain all phases that headings name. With `more`, also whether they are more than
 * twice as many, and an open one has neither a heading nor a line in a list.
 */
const isWhole = (outline: Outline, rows: readonly Row[], more: boolean): boolean => {
  const { phases } = readHeadingPhases(outline)
  const ids = new Set(rows.map(({ id }) => id))
  if (rows.length === 0 || phases.some(({ id }) => !ids.has(id))) return false
  if (!more || phases.length < 2) return true
  if (phases.length * 2 >= ids.size) return false
  const listed = readPhaseList(outline, phases)
  const named = new Set(phases.map(({ id }) => id))
  return rows.some(
    ({ id, fields }) => fields.status !== 'done' && !named.has(id) && !((listed.get(id)?.line ?? 0) > 0),
  )
}
