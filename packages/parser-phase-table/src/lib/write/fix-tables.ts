import { normalizePhaseId, type PlanDraft } from '@amelia/core/plugin'
import { plainText, readOutline } from '@amelia/markdown'
import { findMutual } from './find-mutual.ts'
import { findTables } from '../table/find-tables.ts'
import { formatTable } from './format-table.ts'
import { readRows } from '../row/read-rows.ts'
import { createRewrite } from './rewrite.ts'
import { splitCells } from '../row/split-cells.ts'

/**
 * Fixes the phase tables of a document, and changes no other line: normalizes ids, writes ranges out, makes
 * `Parallel With` mutual, and aligns columns.
 *
 * Keeps words next to ids. Returns the text unchanged if anything but `Parallel With` would read differently.
 */
export const fixTables = (source: string, parse: (source: string) => { plan?: PlanDraft }): string => {
  const outline = readOutline(source)
  const tables = findTables(outline).filter(({ table }) => table.depth === 0)
  if (tables.length === 0) return source
  const rows = findTables(outline).flatMap(({ table, columns }) => readRows(table, columns, []))
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const rewrite = createRewrite(rows)
  const mutual = findMutual(rows, rewrite.read)
  /** Text and line endings alternately, so that unchanged lines keep theirs. */
  const pieces = source.split(/(\r\n|\r|\n)/)
  const bom = source.startsWith('\ufeff') ? '\ufeff' : ''
  const lineAt = (line: number): string => {
    const text = pieces[(line - 1) * 2] ?? ''
    return line === 1 ? text.slice(bom.length) : text
  }
  for (const { table, columns } of tables) {
    const cellsOf = (line: number): string[] => splitCells(lineAt(line))
    const header = cellsOf(table.line)
    const marks = cellsOf(table.line + 1)
    // Markdown reads a line of prose right below a table as a row, which its author did not mean.
    // A missing cell of dependencies is an error, which an empty one would hide.
    const own = table.rows.filter(
      ({ line }) => lineAt(line).includes('|') && cellsOf(line).length > columns.dependsOn,
    )
    const body = own.map(({ line }) => {
      const cells = cellsOf(line)
      while (cells.length < header.length) cells.push('')
      const row = byLine.get(line)
      if (!row) return cells
      const set = (index: number | undefined, change: (cell: string) => string): void => {
        if (index !== undefined) cells[index] = change(cells[index] ?? '')
      }
      set(columns.id, (cell) => (isBareId(cell, row.id) ? rewrite.spell(row.id) : cell))
      set(columns.dependsOn, (cell) => rewrite.list(cell, row.id))
      set(columns.others.get('parallelWith'), (cell) => rewrite.list(cell, row.id, mutual.get(row.id)))
      return cells
    })
    const lines = formatTable(header, body, marks)
    const places = [table.line, table.line + 1, ...own.map(({ line }) => line)]
    places.forEach((line, index) => {
      const before = lineAt(line)
      const indent = before.slice(0, before.length - before.trimStart().length)
      pieces[(line - 1) * 2] = `${line === 1 ? bom : ''}${indent}${lines[index] ?? before}`
    })
  }
  const fixed = pieces.join('')
  return rewrite.exceeded() || !sameButParallel(parse(source).plan, parse(fixed).plan) ? source : fixed
}

const isBareId = (cell: string, id: string): boolean =>
  plainText(cell) === cell.trim() && normalizePhaseId(cell) === id

const sameButParallel = (one: PlanDraft | undefined, other: PlanDraft | undefined): boolean =>
  one !== undefined && JSON.stringify(one, withoutParallel) === JSON.stringify(other, withoutParallel)

const withoutParallel = (key: string, value: unknown): unknown =>
  key === 'parallelWith' || key === 'body' ? undefined : value
