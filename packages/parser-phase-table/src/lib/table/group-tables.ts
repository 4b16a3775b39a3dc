import { foldLabel, plainText, type TableBlock } from '@amelia/markdown'

/** Tables with one header, which are read as one. */
export interface TableGroup {
  /** The headers of the columns, in English and lower case. */
  names: readonly string[]
  tables: readonly TableBlock[]
}

/** Returns the tables of a document by their headers, in the order in which each header occurs first. */
export const groupTables = (tables: readonly TableBlock[]): TableGroup[] => {
  const groups = new Map<string, { names: string[]; tables: TableBlock[] }>()
  for (const table of tables) {
    const names = table.header.map((cell) => headerOf(cell.text))
    const key = names.join('|')
    const group = groups.get(key)
    if (group) group.tables.push(table)
    else groups.set(key, { names, tables: [table] })
  }
  return [...groups.values()]
}

/** Returns the rows of all tables. */
export const rowsOf = ({ tables }: TableGroup): TableBlock['rows'] => tables.flatMap(({ rows }) => rows)

const headerOf = (text: string): string => {
  const plain = foldLabel(plainText(text)).toLowerCase().replaceAll('-', ' ').replaceAll('_', ' ')
  const open = plain.indexOf('(')
  return (open < 0 ? plain : plain.slice(0, open)).replace(/[.:?]/g, '').trim()
}
