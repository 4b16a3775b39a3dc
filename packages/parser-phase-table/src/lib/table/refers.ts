import { normalizePhaseId } from '@amelia/core/plugin'
import { foldReferences, foldValue, plainText } from '@amelia/markdown'
import { readCellId } from './read-cell-id.ts'
import { rowsOf, type TableGroup } from './group-tables.ts'

/** Words for no dependencies, and for all. */
export const nothing: ReadonlySet<string> = new Set([
  ...['', '-', '–', '—', 'none', 'n/a', 'na', 'nothing', 'all'],
])

/** The columns of the ids and of the dependencies. */
interface Places {
  id: number
  dependsOn: number
}

/** Returns whether half of the cells are empty or start with an id. */
export const isPlausible = (group: TableGroup, places: Places): boolean =>
  countFits(group, places).fit * 2 >= rowsOf(group).length

/** Returns whether half of the cells that are not empty start with an id. */
export const refers = (group: TableGroup, places: Places): boolean => {
  const { fit, empty } = countFits(group, places)
  return (fit - empty) * 2 >= rowsOf(group).length - empty
}

/** Counts the rows whose dependencies are empty, and those that are empty or start with an id. */
const countFits = (group: TableGroup, { id, dependsOn }: Places): { fit: number; empty: number } => {
  const rows = rowsOf(group)
  const ids = new Set(rows.map(({ cells }) => readCellId(cells[id])))
  let empty = 0
  const fit = rows.filter(({ cells }) => {
    const written = plainText(cells[dependsOn]?.text ?? '')
    const text = foldReferences(foldValue(written).trim()).trim().toLowerCase()
    if (nothing.has(text)) return ++empty
    const words = text.slice(0, 200).split(/[\s,;+&/–—]/)
    const pieces = [text.split(/[,;+&/–—]/, 1)[0] ?? '', ...words, words.slice(0, 2).join(' ')]
    return pieces.some((piece) => ids.has(normalizePhaseId(piece)))
  })
  return { fit: fit.length, empty }
}
