import { findUnreadable, phaseFieldNames, type PlanIssue, readPhaseFields } from '@amelia/core/plugin'
import { foldValue, plainText, readPaths, type TableBlock, type TableCell, titleText } from '@amelia/markdown'
import { readNamed } from '../table/read-cell-id.ts'
import { checkCells } from './check-cells.ts'
import type { Row } from './row.ts'
import type { TableColumns } from '../table/table-columns.ts'

/**
 * Reads the rows of a phase table. Ignores totals and rows without an id. With the document's lines, reports
 * rows with missing or superfluous cells.
 */
export const readRows = (
  table: TableBlock,
  columns: TableColumns,
  issues: PlanIssue[],
  lines?: readonly string[],
): Row[] => {
  const rows: Row[] = []
  for (const { line, cells } of table.rows) {
    const cell = (name: Parameters<TableColumns['others']['get']>[0]): TableCell => {
      const index = columns.others.get(name)
      return (index === undefined ? undefined : cells[index]) ?? { text: '', column: 1 }
    }
    const named = readNamed(cells[columns.id]?.text ?? '')
    if (named.id === 'total' || named.id === 'sum') continue
    if (named.id === '') {
      const { text, column } = cell('title')
      const message = `This row has no id, so it is not part of the plan (line ${line}).`
      if (text !== '') issues.push({ severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column })
      continue
    }

    const described = titleText(cell('title').text)
    const title = named.title || described
    const row: Row = {
      id: named.id,
      written: named.written,
      title: title === '' ? named.raw : title,
      isNamed: title !== '',
      detail: named.title === '' || named.title === described ? '' : cell('title').text,
      dependsOn: cells[columns.dependsOn]?.text ?? '',
      parallelWith: cell('parallelWith').text,
      files: readPaths({
        name: 'files',
        label: 'files',
        value: cell('files').text,
        items: [],
        line,
        column: 1,
      }),
      fields: {
        ...(named.status && { status: named.status }),
        ...readPhaseFields((name) => foldValue(plainText(cell(name).text))),
      },
      line,
    }
    for (const name of phaseFieldNames) {
      const { text, column } = cell(name)
      const written = foldValue(plainText(text))
      const unreadable = findUnreadable(name, written)
      if (!unreadable || (name === 'status' && named.status)) continue
      const { code, problem } = unreadable
      const message = `Phase ${row.id}: the ${name} "${short(written)}" ${problem}.`
      issues.push({ severity: 'warning', code, message, line, column })
    }
    rows.push(row)
    if (lines) for (const issue of checkCells(row, table, columns, lines)) issues.push(issue)
  }
  reportUnits(table, columns, issues)
  return rows
}

const unitForms: readonly [name: string, form: RegExp][] = [
  ['minutes', /^m(?:ins?|inutes?)?$/],
  ['hours', /^h(?:rs?|ours?)?$/],
  ['days', /^d(?:ays?)?$/],
  ['weeks', /^w(?:ks?|eeks?)?$/],
  ['months', /^mo(?:nths?)?$/],
  ['points', /^(?:p|pts?|points?|sp)$/],
]

/** Warns about estimates in several units: only their numbers are compared and added. */
const reportUnits = (table: TableBlock, columns: TableColumns, issues: PlanIssue[]): void => {
  const at = columns.others.get('estimate')
  if (at === undefined) return
  let first: string | undefined
  for (const { line, cells } of table.rows) {
    const { text = '', column = 1 } = cells[at] ?? {}
    const [, word = ''] = /\d ?([a-z]{1,8})\b/.exec(plainText(text).slice(0, 40).toLowerCase()) ?? []
    const unit = unitForms.find(([, form]) => form.test(word))?.[0]
    if (unit === undefined || unit === (first ??= unit)) continue
    const message = `The estimates are in ${first} and in ${unit}, but only their numbers count. Write all of them in one unit.`
    issues.push({ severity: 'warning', code: 'ESTIMATE_INVALID', message, line, column })
    return
  }
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
