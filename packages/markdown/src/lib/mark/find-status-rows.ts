import { phaseFields } from '@amelia/core/plugin'
import type { Outline, TableRow } from '../outline/outline.ts'
import { plainText } from '../words/plain-text.ts'
import { foldLabel } from '../words/fold-label.ts'
import { type Change, doneStatus, findStatus, findUnknown } from './find-status.ts'

/** A row of a table. */
export interface StatusRow extends TableRow {
  /** The index of the column with the status; -1 without one. */
  status: number
  /** Whether its first column names phases. */
  isPhases: boolean
  /** The status of finished work in its table. */
  done: string | undefined
}

const { label, labels, headers } = phaseFields.status
const statusNames = new Set<string>([label.toLowerCase(), ...labels, ...headers, 'completed'])
const unit = /^(?:phase|stage|milestone|step|sprint|section)s?$/

/** Returns the rows of all tables, by line. */
export const findStatusRows = ({ blocks, lines }: Outline): Map<number, StatusRow> => {
  const rows = new Map<number, StatusRow>()
  for (const block of blocks) {
    if (block.kind !== 'table') continue
    const names = block.header.map(({ text }) => foldLabel(plainText(text)).toLowerCase())
    const own = names.indexOf('status')
    const status = own >= 0 ? own : names.findIndex((name) => statusNames.has(name))
    const isPhases = unit.test(names[0] ?? '')
    const samples = status < 0 ? [] : block.rows.map(({ cells }) => doneStatus(cells[status]?.text ?? ''))
    const done = samples.find((sample) => sample !== undefined)
    for (const row of block.rows)
      if (lines[row.line - 1] !== undefined) rows.set(row.line, { ...row, status, isPhases, done })
  }
  return rows
}

/** Finds the status in the cell of a row. A cell that becomes shorter or longer keeps its width if it can. */
export const findInCell = (line: string, { cells, status, done }: StatusRow): Change | undefined => {
  const start = (cells[status]?.column ?? 1) - 1
  const written = cellAt(line, start)
  const value = written.trimEnd()
  if (value === '') {
    let from = start
    while (line[from - 1] === ' ') from--
    const old = line.slice(from, start)
    return { at: from, old, new: ` ${done ?? '✅'} `.padEnd(isPlain(done ?? '✅') ? old.length : 0) }
  }
  const change = findStatus(value, done) ?? findUnknown(value, done)
  if (!change) return undefined
  const at = start + change.at
  const free = change.at + change.old.length === value.length ? written.length - value.length : 0
  const more = change.new.length - change.old.length
  if (free === 0 || !isPlain(change.old + change.new)) return { ...change, at }
  if (more < 0) return { ...change, at, new: change.new + ' '.repeat(-more) }
  return { ...change, at, old: change.old + ' '.repeat(Math.min(more, free - 1)) }
}

/** Returns the text of a cell from an index to the next `|`. */
export const cellAt = (line: string, start: number): string => {
  let end = start
  while (end < line.length && (line[end] !== '|' || line[end - 1] === '\\')) end++
  return line.slice(start, end)
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)
