import { onceFor, type Outline, plainText, type TableBlock } from '@amelia/markdown'
import { readCellId } from './read-cell-id.ts'
import { readShape } from './read-shape.ts'
import { isPlausible } from './refers.ts'
import { groupTables, type TableGroup } from './group-tables.ts'
import { isUnique, readTableColumns, type TableColumns } from './table-columns.ts'

export interface PhaseTable {
  table: TableBlock
  columns: TableColumns
  /** The header of its dependency column, if only its cells say that it is one. */
  guessed?: string
}

/**
 * Finds the phase tables of a document. Tables with one header are read as one, so that the rows of one may
 * depend on rows of another.
 *
 * An ambiguous header (`Dependencies`, `Needs`, `After`) makes a phase table only if half of its cells are
 * empty or start with an id of the tables; an unknown header only by the shape of its cells, in a document
 * without a known one. A table that only repeats earlier rows is ignored. The result is cached.
 */
export const findTables = onceFor((outline: Outline): PhaseTable[] => {
  const known = findKnown(outline)
  const found = known.length > 0 ? known : findGroups(outline).flatMap(readGuessed)
  return withoutRepeated([...found].sort((one, other) => one.table.line - other.table.line))
})

/** Returns whether a table of a document has a known header of dependencies. */
export const hasKnownTables = (outline: Outline): boolean => findKnown(outline).length > 0

const findKnown = onceFor((outline: Outline): PhaseTable[] => findGroups(outline).flatMap(readKnown))

const findGroups = ({ blocks }: Outline): TableGroup[] =>
  groupTables(blocks.filter((block) => block.kind === 'table'))

const readKnown = (group: TableGroup): PhaseTable[] => {
  const columns = readTableColumns(group)
  const isOne = group.tables.length === 1
  if (columns && (isOne || isUnique(group, columns.id)) && (!columns.weak || isPlausible(group, columns)))
    return group.tables.map((table) => ({ table, columns }))
  if (isOne) return []
  return group.tables.flatMap((table) => readKnown({ ...group, tables: [table] }))
}

const readGuessed = (group: TableGroup): PhaseTable[] => {
  const columns = readShape(group)
  if (!columns) return []
  const guessed = plainText(group.tables[0]?.header[columns.dependsOn]?.text ?? '')
  return group.tables.map((table) => ({ table, columns, guessed }))
}

/** Drops tables that repeat rows: ids and dependencies, and below the same header all cells. */
const withoutRepeated = (tables: readonly PhaseTable[]): PhaseTable[] => {
  const rows = new Map<string, { dependsOn: string; header: string; cells: string }>()
  return tables.filter(({ table, columns }) => {
    const header = textOf(table.header)
    const own = table.rows.map(({ cells }) => ({
      id: readCellId(cells[columns.id]),
      row: { dependsOn: plainText(cells[columns.dependsOn]?.text ?? ''), header, cells: textOf(cells) },
    }))
    const isRepeated = own.every(({ id, row }) => {
      const before = rows.get(id)
      return before?.dependsOn === row.dependsOn && (before.header !== header || before.cells === row.cells)
    })
    for (const { id, row } of own) if (!rows.has(id)) rows.set(id, row)
    return own.length === 0 || !isRepeated
  })
}

const textOf = (cells: readonly { text: string }[]): string => cells.map(({ text }) => text).join('|')
