import { normalizePhaseId, type PlanIssue, type PlanStatus, readStatus, type Risk } from '@amelia/core/plugin'
import { plainText, readEstimate, readPaths, type TableBlock, type TableCell } from '@amelia/markdown'
import type { TableColumns } from './table-columns.ts'

/** A row of a phase table, its references not resolved yet. */
export interface Row {
  id: string
  /** The id as its cell has it, without marks. */
  written: string
  title: string
  /** The cells as written. */
  dependsOn: string
  parallelWith: string
  files: string[]
  estimate?: number
  status?: PlanStatus
  risk?: Risk
  line: number
}

const silent = new Set(['', '-', '–', '—', 'n/a', 'none', '?', 'tbd'])
const sizes = /^(?:xs|s|m|l|xl|xxl|small|medium|large)\b/i

/** The rows of a phase table. Rows without an id and sums are left out. */
export const readRows = (table: TableBlock, columns: TableColumns, issues: PlanIssue[]): Row[] => {
  const rows: Row[] = []
  for (const { line, cells } of table.rows) {
    const cell = (name: Parameters<TableColumns['others']['get']>[0]): TableCell => {
      const index = columns.others.get(name)
      return (index === undefined ? undefined : cells[index]) ?? { text: '', column: 1 }
    }
    const warn = (code: PlanIssue['code'], { column }: TableCell, message: string): void => {
      issues.push({ severity: 'warning', code, message, line, column })
    }
    const named = readId(plainText(cells[columns.id]?.text ?? ''))
    if (named.id === '' || named.id === 'total' || named.id === 'sum') continue

    const title = plainText(cell('title').text) || named.title
    const row: Row = {
      id: named.id,
      written: named.written,
      title: title === '' ? named.raw : title,
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
      line,
    }
    const estimateText = plainText(cell('estimate').text)
    const estimate = readEstimate(estimateText)
    if (estimate !== undefined) row.estimate = estimate
    else if (!silent.has(estimateText.toLowerCase()) && !sizes.test(estimateText)) {
      warn(
        'ESTIMATE_INVALID',
        cell('estimate'),
        `Phase ${row.id}: the estimate "${short(estimateText)}" is not a number.`,
      )
    }
    const statusText = plainText(cell('status').text)
    const status = readStatus(statusText) ?? named.status
    if (status) row.status = status
    else if (!silent.has(statusText.toLowerCase())) {
      warn(
        'STATUS_UNKNOWN',
        cell('status'),
        `Phase ${row.id}: the status "${short(statusText)}" is unknown, so it counts as pending.`,
      )
    }
    const risk = plainText(cell('risk').text).toLowerCase()
    if (risk === 'low' || risk === 'medium' || risk === 'high') row.risk = risk
    rows.push(row)
  }
  return rows
}

/** The id in an id cell, with the title and the status that people put beside it: `✅ 2A: Backend`. */
const readId = (
  text: string,
): { id: string; raw: string; written: string; title: string; status?: PlanStatus } => {
  let start = 0
  while (start < text.length && !/[\p{L}\p{N}#_.]/u.test(text[start] ?? '') && !isControl(text[start]))
    start++
  // Does not split surrogate pairs: an id with such characters is kept.
  if (start === text.length) start = 0
  const status = start > 0 ? readStatus(text) : undefined
  const raw = trimSigns(text.slice(start))
  const parted = /^(.{1,40}?)(?::\s|\s[–—-]\s|\.\s)(.{1,400})$/u.exec(raw)
  const beside = parted && /\d/.test(parted[1] ?? '') ? parted : undefined
  return {
    id: normalizePhaseId(beside?.[1] ?? raw),
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
