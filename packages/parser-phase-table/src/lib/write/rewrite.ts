import { normalizePhaseId } from '@amelia/core/plugin'
import { createReferenceBudget, plainText, readReferences } from '@amelia/markdown'
import type { Row } from '../row/row.ts'

/** Lists with more ids are not expanded. */
const mostListed = 20

/** Rewrites reference cells. */
export interface Rewrite {
  /** Returns the normalized spelling of an id. */
  spell(id: string): string
  read(cell: string, self: string): string[]
  /** Returns a cell's ids and the added ones as a list, or the cell itself if it contains anything else. */
  list(cell: string, self: string, more?: readonly string[]): string
  /** Returns whether ranges stood for too many ids. */
  exceeded(): boolean
}

export const createRewrite = (rows: readonly Row[]): Rewrite => {
  const ids = rows.map(({ id }) => id)
  const positions = new Map<string, number>()
  ids.forEach((id, index) => {
    if (!positions.has(id)) positions.set(id, index)
  })
  const budget = createReferenceBudget()
  const spellings = new Map<string, string>()
  for (const row of rows) if (!spellings.has(row.id)) spellings.set(row.id, spellingOf(row))

  const spell = (id: string): string => spellings.get(id) ?? id
  const read: Rewrite['read'] = (cell, self) => readReferences(cell, { ids, positions, self, budget })
  const list: Rewrite['list'] = (cell, self, more = []) => {
    const named = read(cell, self)
    const all = [...new Set([...named, ...more])]
    if (all.length === 0) return cell
    const bare =
      named.length <= mostListed && named.every((id) => positions.has(id)) && isBare(cell, positions)
    const written = all.map(spell).join(', ')
    const kept =
      named.length === 0 && plainText(cell).length < 8 ? written : [cell, ...more.map(spell)].join(', ')
    const changed = bare ? written : more.length > 0 ? kept : cell
    // Apart from the additions, the cell must read the same as before.
    return same(read(changed, self), all) ? changed : cell
  }
  return { spell, read, list, exceeded: () => budget.issues().length > 0 }
}

const numbered = /^\d+(?:\.\d+)*[a-z]?$/

const spellingOf = ({ id, written }: Row): string => {
  if (numbered.test(id)) return id.toUpperCase()
  const plain = /^phase[ -]/i.test(written) ? written.slice(6).trim() : written
  return normalizePhaseId(plain) === id && !/[,;+&/|()]/.test(plain) ? plain : id
}

const fillers = new Set([
  '',
  'and',
  'to',
  'through',
  'thru',
  'phase',
  'phases',
  'task',
  'tasks',
  'step',
  'steps',
  'wave',
  'waves',
])

/** Returns whether a cell contains only ids, ranges and separators. */
const isBare = (cell: string, positions: ReadonlyMap<string, number>): boolean =>
  plainText(cell) === cell.trim() &&
  !/[()<>[\]]/.test(cell) &&
  cell.split(/[\s,;+&∧/]+/).every((word) => {
    const lower = word.toLowerCase()
    return (
      fillers.has(lower) ||
      positions.has(normalizePhaseId(word)) ||
      /^[\p{L}\p{N}.]*[-–—…][\p{L}\p{N}.–—-]*$/u.test(word)
    )
  })

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length
