import { defineParser, type PlanParserV1 } from '@amelia/core/plugin'
import { completePlan, findMarks, fixText, nothingFound, readOutline } from '@amelia/markdown'
import { chooseTables } from './choose-tables.ts'
import { findTables, hasKnownTables } from './table/find-tables.ts'
import { explainUnknown } from './table/explain-unknown.ts'
import { fixTables } from './write/fix-tables.ts'
import { readFromHeadings } from './phase/read-from-headings.ts'
import { readHeadingPhases } from './heading/read-heading-phases.ts'
import { readFromRows } from './phase/read-from-rows.ts'
import { reportOrder } from './table/report-order.ts'
import { writePhaseTable } from './write/write-phase-table.ts'

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
    detect: (source, atLeast = 0) => {
      const outline = readOutline(source)
      if (hasKnownTables(outline))
        return findTables(outline).some(({ table }) => table.rows.length > 0) ? 0.95 : 0.9
      if (atLeast > 0.7) return 0
      const { kind } = chooseTables(outline)
      if (kind === 'guessed') return 0.7
      const { phases, declared, stepped } = readHeadingPhases(outline)
      if (declared > 0 || (stepped && phases.length > 1)) return 0.7
      return kind === 'status' || phases.length > 1 ? 0.15 : 0
    },
    parse,
    write: (plan) => writePhaseTable(plan, parse),
    fix: (source) => fixTables(fixText(source), parse),
    findMarks,
  })

const parse: PlanParserV1['parse'] = (source) => {
  const outline = readOutline(source)
  const { tables, rows, kind, issues: found } = chooseTables(outline)
  const issues = [...found]
  const first = tables[0]?.table
  if (first && rows.length === 0)
    return { issues: [...issues, nothingFound('The phase table has no rows with an id.', first)] }
  for (const issue of reportOrder(tables)) issues.push(issue)
  const read = first
    ? readFromRows(rows, outline, kind !== 'status', issues)
    : readFromHeadings(outline, issues)
  if (!read) return { issues }
  const phases = explainUnknown(outline, tables, read.phases, issues)
  return completePlan({ outline, ...read, phases, issues })
}
