import type { PlanIssue } from '@amelia/core/plugin'
import { plainText, type TableBlock } from '@amelia/markdown'
import type { Row } from './row.ts'
import { splitCells } from './split-cells.ts'
import type { TableColumns } from '../table/table-columns.ts'

/**
 * Reports a row with fewer or more cells than the header. Without the cell of its dependencies, the order of
 * the phase is not known, which is an error.
 */
export const checkCells = (
  { id, line }: Row,
  { header, depth }: TableBlock,
  { dependsOn }: TableColumns,
  lines: readonly string[],
): PlanIssue[] => {
  if (depth > 0) return []
  const text = lines[line - 1] ?? ''
  const cells = splitCells(text)
  const names = header.map((cell) => `"${plainText(cell.text)}"`)
  const report = (severity: PlanIssue['severity'], message: string): PlanIssue[] => [
    { severity, code: 'PLAN_SYNTAX', message: `Phase ${id}: ${message}`, line, column: 1 },
  ]
  if (cells.length > header.length) {
    const message = `the row has ${cells.length} cells, and the header ${header.length}, so "${short(cells[header.length])}" is not read. Remove it, or write "\\|" for a "|" inside a cell.`
    return report('warning', message)
  }
  if (cells.length === header.length) return []
  const missing = `the row ends before the cell of ${names.slice(cells.length).join(', ')}.`
  if (dependsOn < cells.length) return report('warning', `${missing} Add the cells, empty ones too.`)
  return report(
    'error',
    `${missing} Without it, the dependencies are not known. Add the cell: "-" means that there are none.`,
  )
}

const short = (cell = ''): string => (cell.length > 40 ? `${cell.slice(0, 39)}…` : cell)
