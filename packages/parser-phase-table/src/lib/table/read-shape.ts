import { normalizePhaseId } from '@amelia/core/plugin'
import {
  createReferenceBudget,
  foldValue,
  plainText,
  readReferences,
  splitReferences,
} from '@amelia/markdown'
import { readCellId } from './read-cell-id.ts'
import { nothing } from './refers.ts'
import { rowsOf, type TableGroup } from './group-tables.ts'
import { columnsWith, withTitle, isOtherHeader, isUnique, type TableColumns } from './table-columns.ts'

const bare = /^\d+$/

/**
 * Returns the columns of tables whose dependency column has an unknown header: the only column whose cells
 * consist of ids, ranges, lists or `all`.
 *
 * At least one cell is empty, none names its own row, they have no cycle, fewer than one reference in five
 * points to a later row, and the ids and cells are not all bare numbers.
 */
export const readShape = (group: TableGroup): TableColumns | undefined => {
  const rows = rowsOf(group)
  const id = group.names.findIndex((_, index) => isUnique(group, index))
  if (id < 0 || rows.length < 2) return undefined
  const ids = rows.map(({ cells }) => readCellId(cells[id]))
  const found = group.names.flatMap((name, index) => {
    const cells = rows.map((row) => plainText(row.cells[index]?.text ?? ''))
    return index !== id && !isOtherHeader(name) && isOrder(ids, cells) ? [index] : []
  })
  if (found.length !== 1 || found[0] === undefined) return undefined
  return withTitle(group, columnsWith(group, id, found[0]))
}

const isOrder = (ids: readonly string[], cells: readonly string[]): boolean => {
  const positions = new Map(ids.map((id, index) => [id, index]))
  // Most columns are prose, which their first cells show.
  if (!cells.every((cell) => isBareList(cell, positions))) return false
  const budget = createReferenceBudget()
  const order: number[][] = []
  for (const [index, cell] of cells.entries()) {
    const found = readReferences(cell, { positions, ids, self: ids[index] ?? '', budget })
    if (!found.every((id) => positions.has(id))) return false
    order.push(found.map((id) => positions.get(id) ?? 0))
  }
  if (budget.issues().length > 0) return false
  const all = order.flatMap((list, index) => list.map((to) => ({ to, from: index })))
  const named = cells.filter((_, index) => (order[index]?.length ?? 0) > 0)
  if (named.length === 0 || named.length === cells.length) return false
  if ([...ids, ...named].every((text) => bare.test(text))) return false
  if (all.some(({ to, from }) => to === from)) return false
  return all.filter(({ to, from }) => to > from).length * 5 < all.length && !hasCycle(order)
}

/** Returns whether a cell has no words beside its references. */
const isBareList = (cell: string, positions: ReadonlyMap<string, number>): boolean =>
  splitReferences(cell).every((piece) => {
    const text = foldValue(piece.trim()).toLowerCase()
    if (nothing.has(text) || positions.has(normalizePhaseId(piece))) return true
    return /^all(?: (?:others?|previous|above|before))?$|^\S{1,12} ?(?:[-‐-―~…]|\.\.|to) ?\S{1,12}$/.test(
      text,
    )
  })

const hasCycle = (order: readonly (readonly number[])[]): boolean => {
  const waiting = order.map((list) => new Set(list).size)
  const dependents = order.map((): number[] => [])
  order.forEach((list, index) => {
    for (const to of new Set(list)) dependents[to]?.push(index)
  })
  const free = waiting.flatMap((count, index) => (count === 0 ? [index] : []))
  for (let at = 0; at < free.length; at++)
    for (const next of dependents[free[at] ?? 0] ?? []) if (--waiting[next]! === 0) free.push(next)
  return free.length < order.length
}
