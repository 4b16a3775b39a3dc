import type { PlanIssue } from '@amelia/core/plugin'
import { type Outline, plainText } from '@amelia/markdown'
import type { HeadingPhase } from '../heading/read-heading-phases.ts'
import { readRows } from '../row/read-rows.ts'
import type { Row } from '../row/row.ts'
import { groupTables } from '../table/group-tables.ts'
import { readFieldColumns } from '../table/table-columns.ts'

/**
 * Reads tables that give phases of headings a risk, an estimate and the like, but no dependencies: the first
 * row of each phase, by id.
 *
 * Half of the rows of such a table belong to phases: by their id if its column is named Phase, else by id and
 * title. Tables inside sections of phases describe parts of them. Warns about an unfinished row without a
 * phase.
 */
export const readFieldRows = (
  { blocks }: Outline,
  phases: readonly HeadingPhase[],
  /** Other ids that the document lists as phases. */
  listed: ReadonlySet<string>,
  issues: PlanIssue[],
): Map<string, Row> => {
  const found = new Map<string, Row>()
  const titles = new Map(phases.map(({ id, title }) => [id, nameOf(title)]))
  const sections = phases.toSorted((one, other) => one.heading - other.heading)
  let begun = 0
  let sectionEnd = 0
  for (const [index, table] of blocks.entries()) {
    // Each section is passed once, so that many tables and phases take linear time.
    for (; (sections[begun]?.heading ?? index) < index; begun++)
      sectionEnd = Math.max(sectionEnd, sections[begun]!.end)
    if (table.kind !== 'table' || index < sectionEnd) continue
    const columns = groupTables([table]).map(readFieldColumns)[0]
    if (!columns) continue
    const isNamed = /^phase\b/.test(columns.unit)
    const own: PlanIssue[] = []
    const rows = readRows(table, columns, own)
    const isPhase = ({ id, title }: Row): boolean =>
      titles.has(id) && (isNamed || titles.get(id) === nameOf(title))
    const known = rows.filter(isPhase)
    if (known.length === 0 || known.length * 2 < rows.length) continue
    for (const issue of own) issues.push(issue)
    for (const row of rows) {
      if (isPhase(row)) {
        if (!found.has(row.id)) found.set(row.id, row)
      } else if (row.fields.status !== 'done' && !listed.has(row.id)) {
        const message = `This row names phase ${row.id}, but no heading does, so it is not part of the plan (line ${row.line}).`
        issues.push({ severity: 'warning', code: 'SECTION_UNMATCHED', message, line: row.line, column: 1 })
      }
    }
  }
  return found
}

const nameOf = (title: string): string => plainText(title).toLowerCase()
