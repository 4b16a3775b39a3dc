import { normalizePhaseId, type PhaseDraft } from '@amelia/core/plugin'
import type { Block, Outline, TableBlock } from '../../outline/outline.ts'
import { plainText } from '../../words/plain-text.ts'
import { type HiddenLine, ownersOf, reasonOf } from '../find-hidden.ts'

/** Where the rows of a plan have their ids. */
interface Shape {
  columns: number
  idAt: number
}

/**
 * Finds rows that are written as those of the plan's tables, outside of any table, with an id that was not
 * read: behind a line that ends the table, in a fence, a comment, a quote or a list. Rows below the header of
 * another table are its own.
 */
export const findHiddenRows = (
  outline: Outline,
  phases: readonly PhaseDraft[],
  marks: Uint8Array,
): HiddenLine[] => {
  const ids = new Map(phases.flatMap(({ id, line }) => (line === undefined ? [] : [[line, id] as const])))
  const tables = outline.blocks.filter((block) => block.kind === 'table')
  const shapes = new Map<TableBlock, Shape>()
  for (const table of tables) {
    const shape = shapeOf(table, ids)
    if (shape) shapes.set(table, shape)
  }
  if (shapes.size === 0) return []
  const headers = new Set(
    [...shapes.keys()].map(({ line }) => cellsOf(outline.lines[line - 1] ?? '').join('|')),
  )
  const known = new Set(phases.map(({ id }) => normalizePhaseId(id)))
  const owners = ownersOf(outline)
  const hidden: HiddenLine[] = []
  /** The cells of the row before, and whether the rows here are below the header of another table. */
  let before = ''
  let isOther = false
  outline.lines.forEach((text, index) => {
    const line = index + 1
    const cells = cellsOf(text)
    if (cells.length < 2) {
      before = ''
      isOther = false
      return
    }
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) isOther = before !== '' && !headers.has(before)
    before = cells.join('|')
    const owner = owners[line]
    if (isOther || marks[line] || isRowOf(owner, line)) return
    for (const { columns, idAt } of shapes.values()) {
      const id = plainText(cells[idAt] ?? '')
      const others = cells.filter((cell, at) => at !== idAt && /\p{L}/u.test(cell))
      if (cells.length !== columns || others.length === 0 || !isId.test(id)) continue
      if (known.has(normalizePhaseId(id))) continue
      const reason =
        owner?.kind === 'paragraph' || owner?.kind === 'table' ? 'its row is not in the table' : undefined
      hidden.push({
        line,
        text: `${id} | ${plainText(others[0] ?? '')}`.slice(0, 60),
        reason: reason ?? reasonOf(owner, text),
      })
      return
    }
  })
  return hidden
}

const isId = /^(?:\p{L}{1,20}[\s-]{0,2}#?)?\d{1,6}(?:[.-]\d{1,4}){0,4}[a-z]?$/iu
const tags = /<!--|<\/?[a-z][^<>]{0,80}>/gi
const longestMark = 100

/** Returns the cells of a line that begins with `|`, behind any marks; no cells for any other line. */
const cellsOf = (line: string): string[] => {
  const at = line.indexOf('|')
  if (at < 0 || at > longestMark || /[\p{L}]/u.test(line.slice(0, at).replace(tags, ''))) return []
  const cells = line.slice(at + 1).split(/(?<!\\)\|/)
  const last = (cells.at(-1) ?? '').replace(/-->|<\/[a-z]{1,20}>/g, '').trim()
  return (/^[*_`~]{0,3}$/.test(last) ? cells.slice(0, -1) : cells).map((cell) => cell.trim())
}

const shapeOf = (table: TableBlock, ids: ReadonlyMap<number, string>): Shape | undefined => {
  for (const { line, cells } of table.rows) {
    const id = ids.get(line)
    if (id === undefined) continue
    const idAt = cells.findIndex(({ text }) => normalizePhaseId(plainText(text)) === normalizePhaseId(id))
    return idAt < 0 ? undefined : { columns: table.header.length, idAt }
  }
  return undefined
}

/** A table has reasons for rows that it leaves out, and its parser states them. */
const isRowOf = (block: Block | undefined, line: number): boolean =>
  block?.kind === 'table' && (block.line === line || block.rows.some((row) => row.line === line))
