import {
  defineParser,
  type PhaseDraft,
  type PlanIssue,
  type PlanParserV1,
  readStatus,
} from '@amelia/core/plugin'
import {
  createReferenceBudget,
  type Outline,
  plainText,
  readEstimate,
  readHead,
  readOutline,
  readReferences,
  readSection,
  type Section,
  type TableBlock,
} from '@amelia/markdown'
import { findSections, type SectionPlace } from './find-sections.ts'
import { readRows, type Row } from './read-rows.ts'
import { readTableColumns, type TableColumns } from './table-columns.ts'

/**
 * Reads plans whose phases are the rows of a table with a column of ids and a column of dependencies.
 *
 * A row's section (`## Phase 2A: ...`) gives its body, its files and its subtasks with their steps. What the table says
 * wins over the section. `Depends On` is the order; `Parallel With` is a claim.
 */
export const phaseTable = (): PlanParserV1 =>
  defineParser({
    id: 'phase-table',
    detect: (source) => {
      const tables = findTables(readOutline(source))
      if (tables.length === 0) return 0
      return tables.some(({ table }) => table.rows.length > 0) ? 0.95 : 0.9
    },
    parse: (source) => {
      const outline = readOutline(source)
      const tables = findTables(outline)
      const issues: PlanIssue[] = []
      const rows = tables.flatMap(({ table, columns }) => readRows(table, columns, issues))
      const first = tables[0]
      if (!first || rows.length === 0) {
        const place = { line: first?.table.line ?? 1, column: first?.table.column ?? 1 }
        const message = first
          ? 'The phase table has no rows with an id.'
          : 'There is no phase table: a table with a column of ids (Phase, ID, ...) and a column Depends On.'
        return { issues: [...issues, { severity: 'error', code: 'NO_PHASES', message, ...place }] }
      }
      const budget = createReferenceBudget()
      const positions = new Map<string, number>()
      rows.forEach((row, index) => {
        if (!positions.has(row.id)) positions.set(row.id, index)
      })
      const ids = rows.map((row) => row.id)
      const sections = findSections(outline, positions, issues)
      const used = new Set<string>()
      const phases = rows.map((row): PhaseDraft => {
        const scope = { positions, ids, self: row.id, budget }
        // Of two rows with one id, the first has the section.
        const place = used.has(row.id) ? undefined : sections.get(row.id)
        used.add(row.id)
        const section = place && readSection({ outline, ...place, id: row.id, title: row.title })
        if (section) for (const issue of section.issues) issues.push(issue)
        return buildPhase(row, section, {
          dependsOn: readReferences(row.dependsOn, scope),
          parallelWith: readReferences(row.parallelWith, scope),
        })
      })
      return {
        plan: { ...readHead(outline, headEnd(outline, sections)), phases },
        issues: [...issues, ...budget.issues()],
      }
    },
  })

const findTables = ({ blocks }: Outline): { table: TableBlock; columns: TableColumns }[] =>
  blocks.flatMap((table) => {
    const columns = table.kind === 'table' ? readTableColumns(table) : undefined
    return table.kind === 'table' && columns ? [{ table, columns }] : []
  })

const headEnd = ({ blocks }: Outline, sections: ReadonlyMap<string, SectionPlace>): number => {
  let end = blocks.length
  for (const { heading } of sections.values()) end = Math.min(end, heading)
  return end
}

const buildPhase = (
  row: Row,
  section: Section | undefined,
  references: { dependsOn: string[]; parallelWith: string[] },
): PhaseDraft => {
  const said = (name: 'estimate' | 'status' | 'risk'): string =>
    plainText(section?.fields.get(name)?.value ?? '')
  const estimate = row.estimate ?? readEstimate(said('estimate'))
  const status = row.status ?? readStatus(said('status'))
  const word = said('risk').toLowerCase()
  const risk = row.risk ?? (word === 'low' || word === 'medium' || word === 'high' ? word : undefined)
  return {
    id: row.id,
    title: row.title,
    body: section?.body ?? '',
    ...references,
    files: [...new Set([...row.files, ...(section?.files ?? [])])],
    ...(estimate !== undefined && { estimate }),
    ...(status && { status }),
    ...(risk && { risk }),
    subtasks: section?.subtasks ?? [],
    line: row.line,
  }
}
