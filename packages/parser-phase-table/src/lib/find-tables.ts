import { normalizePhaseId } from '@amelia/core/plugin'
import { foldId, foldReferences, foldValue, type Outline, plainText, type TableBlock } from '@amelia/markdown'
import { readTableColumns, type TableColumns } from './table-columns.ts'

export interface PhaseTable {
  table: TableBlock
  columns: TableColumns
}

/**
 * Finds the phase tables of a document.
 *
 * An ambiguous header (`Dependencies`, `Needs`, `After`) makes a phase table only if half of its cells are
 * empty or start with an id of the table. A table that only repeats earlier rows is ignored.
 */
export const findTables = ({ blocks }: Outline): PhaseTable[] => {
  const found: PhaseTable[] = []
  const rows = new Map<string, string>()
  for (const table of blocks) {
    const columns = table.kind === 'table' ? readTableColumns(table) : undefined
    if (table.kind !== 'table' || !columns || (columns.weak && !isPlausible(table, columns))) continue
    const own = table.rows.map(
      ({ cells }) =>
        [
          normalizePhaseId(foldId(plainText(cells[columns.id]?.text ?? ''))),
          plainText(cells[columns.dependsOn]?.text ?? ''),
        ] as const,
    )
    if (own.length > 0 && own.every(([id, text]) => rows.get(id) === text)) continue
    for (const [id, text] of own) if (!rows.has(id)) rows.set(id, text)
    found.push({ table, columns })
  }
  return found
}

const nothing = new Set(['', '-', '–', '—', 'none', 'n/a', 'na', 'nothing', 'all'])

const isPlausible = (table: TableBlock, columns: TableColumns): boolean => {
  const ids = new Set(
    table.rows.map(({ cells }) => normalizePhaseId(foldId(plainText(cells[columns.id]?.text ?? '')))),
  )
  const fit = table.rows.filter(({ cells }) => {
    const written = plainText(cells[columns.dependsOn]?.text ?? '')
    const text = foldReferences(foldValue(written).trim()).trim().toLowerCase()
    if (nothing.has(text)) return true
    const words = text.slice(0, 200).split(/[\s,;+&/–—]/)
    const pieces = [text.split(/[,;+&/–—]/, 1)[0] ?? '', ...words, words.slice(0, 2).join(' ')]
    return pieces.some((piece) => ids.has(normalizePhaseId(piece)))
  })
  return fit.length * 2 >= table.rows.length
}
