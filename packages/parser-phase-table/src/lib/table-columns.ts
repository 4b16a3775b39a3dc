import { plainText, type TableBlock } from '@amelia/markdown'

/** What a column of a phase table is for. */
export type ColumnName = 'dependsOn' | 'parallelWith' | 'title' | 'estimate' | 'status' | 'risk' | 'files'

/** Positions of a phase table's columns. */
export interface TableColumns {
  id: number
  dependsOn: number
  others: ReadonlyMap<ColumnName, number>
}

const idHeaders = new Set(
  (
    'phase,phase id,id,#,no,nr,number,key,wave,wu,work unit,work package,wp,ws,workstream,track,task,task id,step,stage,' +
    'milestone,unit,chunk,slice,part,epic,story,ticket,issue,pr,group,batch,sprint,iteration,session,t,p'
  ).split(','),
)

const headers = new Map<string, ColumnName>([
  ['depends on', 'dependsOn'],
  ['depends upon', 'dependsOn'],
  ['depends', 'dependsOn'],
  ['dependencies', 'dependsOn'],
  ['dependency', 'dependsOn'],
  ['deps', 'dependsOn'],
  ['dep', 'dependsOn'],
  ['blocked by', 'dependsOn'],
  ['requires', 'dependsOn'],
  ['needs', 'dependsOn'],
  ['prerequisites', 'dependsOn'],
  ['prerequisite', 'dependsOn'],
  ['prereqs', 'dependsOn'],
  ['predecessors', 'dependsOn'],
  ['waits for', 'dependsOn'],
  ['after', 'dependsOn'],
  ['parallel with', 'parallelWith'],
  ['parallel', 'parallelWith'],
  ['concurrent with', 'parallelWith'],
  ['can run with', 'parallelWith'],
  ['name', 'title'],
  ['phase name', 'title'],
  ['task name', 'title'],
  ['title', 'title'],
  ['description', 'title'],
  ['summary', 'title'],
  ['goal', 'title'],
  ['what', 'title'],
  ['deliverable', 'title'],
  ['deliverables', 'title'],
  ['feature', 'title'],
  ['work', 'title'],
  ['scope', 'title'],
  ['content', 'title'],
  ['focus', 'title'],
  ['task', 'title'],
  ['phase', 'title'],
  ['estimate', 'estimate'],
  ['est', 'estimate'],
  ['points', 'estimate'],
  ['pts', 'estimate'],
  ['story points', 'estimate'],
  ['effort', 'estimate'],
  ['duration', 'estimate'],
  ['minutes', 'estimate'],
  ['hours', 'estimate'],
  ['days', 'estimate'],
  ['status', 'status'],
  ['state', 'status'],
  ['progress', 'status'],
  ['done', 'status'],
  ['risk', 'risk'],
  ['files', 'files'],
  ['files touched', 'files'],
  ['paths', 'files'],
])

/** The columns of a phase table, or undefined for a table without ids or without dependencies. */
export const readTableColumns = (table: TableBlock): TableColumns | undefined => {
  const names = table.header.map((cell) => headerOf(cell.text))
  const others = new Map<ColumnName, number>()
  names.forEach((name, index) => {
    const column = headers.get(name)
    if (column && !others.has(column)) others.set(column, index)
  })
  const dependsOn = others.get('dependsOn')
  if (dependsOn === undefined) return undefined
  const candidates = names.flatMap((name, index) =>
    idHeaders.has(name) && index !== dependsOn ? [index] : [],
  )
  // Of several columns that could be ids, ids are those that name each row.
  const id = candidates.find((index) => isUnique(table, index)) ?? candidates[0]
  if (id === undefined) return undefined
  others.delete('title')
  const title = bestTitle(names, id)
  if (title !== undefined) others.set('title', title)
  return { id, dependsOn, others }
}

const isUnique = (table: TableBlock, index: number): boolean => {
  const seen = new Set<string>()
  for (const row of table.rows) {
    const text = row.cells[index]?.text ?? ''
    if (text === '' || seen.has(text)) return false
    seen.add(text)
  }
  return true
}

const weakTitles = new Set(['goal', 'scope', 'deliverable', 'deliverables', 'focus', 'phase', 'content'])

const bestTitle = (names: string[], id: number): number | undefined => {
  const titles = names.flatMap((name, index) =>
    headers.get(name) === 'title' && index !== id ? [index] : [],
  )
  return titles.find((index) => !weakTitles.has(names[index] ?? '')) ?? titles[0]
}

const headerOf = (text: string): string => {
  const plain = plainText(text).toLowerCase().replaceAll('-', ' ')
  const open = plain.indexOf('(')
  return (open < 0 ? plain : plain.slice(0, open)).replace(/[.:?]/g, '').trim()
}
