import {
  findUnreadable,
  normalizePhaseId,
  phaseFieldNames,
  type PhaseFieldValues,
  type PlanIssue,
  type PlanStatus,
  readPhaseFields,
  readStatus,
} from '@amelia/core/plugin'
import {
  foldId,
  foldValue,
  foldWidth,
  plainText,
  readPaths,
  type TableBlock,
  type TableCell,
  titleText,
} from '@amelia/markdown'
import { checkCells } from './check-cells.ts'
import type { TableColumns } from './table-columns.ts'

/** A row of a phase table, with unresolved references. */
export interface Row {
  id: string
  /** The id as written in its cell, without marks. */
  written: string
  title: string
  /** Whether a cell names the phase; else the title is its id as written. */
  isNamed: boolean
  /** The cell for the title, if the cell of the id contains the title. */
  detail: string
  /** The cells as written. */
  dependsOn: string
  parallelWith: string
  files: string[]
  /** The fields that its cells set. */
  fields: PhaseFieldValues
  line: number
}

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

/** Returns the normalized id of a cell, which may also contain the title: `2A: Backend`. */
export const readCellId = (cell: TableCell | undefined): string => readId(plainText(cell?.text ?? '')).id

/** Reads an id cell as written, with the code marks of its title. */
const readNamed = (text: string): ReturnType<typeof readId> => {
  const named = readId(plainText(text))
  const coded = text.includes('`') ? readId(titleText(text)) : named
  return coded.id === named.id ? { ...named, title: coded.title } : named
}

/** Reads an id cell, which may also contain the title and the status: `✅ 2A: Backend`. */
const readId = (
  text: string,
): { id: string; raw: string; written: string; title: string; status?: PlanStatus } => {
  let start = 0
  const folded = foldWidth(text)
  while (start < text.length && !/[\p{L}\p{N}#_.]/u.test(folded[start] ?? '') && !isControl(text[start]))
    start++
  // Does not split surrogate pairs: an id with such characters is kept.
  if (start === text.length) start = 0
  const status = start > 0 ? readStatus(foldValue(text)) : undefined
  const raw = trimSigns(text.slice(start))
  const name = foldId(raw)
  const parted = /^(.{1,40}?)(?::\s|\s[–—-]\s|\.\s)(.{1,400})$/u.exec(name)
  const beside = parted && /\d/.test(parted[1] ?? '') ? parted : undefined
  return {
    id: normalizePhaseId(beside?.[1] ?? name),
    raw,
    written: (beside?.[1] ?? raw).trim(),
    title: (beside?.[2] ?? '').trim(),
    ...(status && { status }),
  }
}

const trimSigns = (text: string): string => {
  let end = text.length
  while (end > 0 && ' ✅🔄⬜'.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

const isControl = (character: string | undefined): boolean => /[\p{Cf}\p{Cc}]/u.test(character ?? '')

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text)
