import { phaseFieldNames, type PhaseFieldName, phaseFields } from '@amelia/core/plugin'
import { foldLabel, plainText, type TableBlock } from '@amelia/markdown'

/** The meaning of a column of a phase table. */
export type ColumnName = PhaseFieldName | 'dependsOn' | 'parallelWith' | 'title' | 'files'

/** Positions of a phase table's columns. */
export interface TableColumns {
  id: number
  /** -1 without the column. */
  dependsOn: number
  /** Whether the header of the dependency column is also common in other tables. */
  weak: boolean
  others: ReadonlyMap<ColumnName, number>
}

const idHeaders = new Set(
  (
    'phase,phase id,phase #,phase no,phase number,id,#,no,nr,number,key,wave,wu,work unit,work package,wp,ws,workstream,track,task,task id,step,stage,' +
    'milestone,stream,lane,checkpoint,wave #,step #,task #,task no,unit,chunk,slice,part,epic,story,ticket,issue,pr,group,batch,sprint,iteration,session,t,p'
  ).split(','),
)

const headers = new Map<string, ColumnName>([
  ['depends on', 'dependsOn'],
  ['depends upon', 'dependsOn'],
  ['depends', 'dependsOn'],
  ['dependson', 'dependsOn'],
  ['depends on phase', 'dependsOn'],
  ['depends on phases', 'dependsOn'],
  ['dependencies', 'dependsOn'],
  ['dependency', 'dependsOn'],
  ['deps', 'dependsOn'],
  ['dep', 'dependsOn'],
  ['blocked by', 'dependsOn'],
  ['blocked on', 'dependsOn'],
  ['gated by', 'dependsOn'],
  ['requires', 'dependsOn'],
  ['needs', 'dependsOn'],
  ['prerequisites', 'dependsOn'],
  ['prerequisite', 'dependsOn'],
  ['prereq', 'dependsOn'],
  ['prereqs', 'dependsOn'],
  ['predecessor', 'dependsOn'],
  ['predecessors', 'dependsOn'],
  ['starts after', 'dependsOn'],
  ['start after', 'dependsOn'],
  ['runs after', 'dependsOn'],
  ['run after', 'dependsOn'],
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
  ...phaseFieldNames.flatMap((name) => {
    const { label, labels, headers } = phaseFields[name]
    return [label.toLowerCase(), ...labels, ...headers].map((header) => [header, name] as const)
  }),
  ['files', 'files'],
  ['files touched', 'files'],
  ['paths', 'files'],
])

/** Returns the columns of a phase table, or undefined for a table without ids or without dependencies. */
export const readTableColumns = (table: TableBlock): TableColumns | undefined => {
  const names = table.header.map((cell) => headerOf(cell.text))
  const dependsOn = bestDependencies(names)
  return dependsOn === undefined ? undefined : readColumns(table, names, dependsOn)
}

/** The columns of a table of phases without a column of dependencies. */
export interface FieldColumns extends TableColumns {
  /** Whether the header of the ids has the word Phase. */
  isNamed: boolean
}

/** Returns the columns of a table with ids and fields of phases but without dependencies, else undefined. */
export const readFieldColumns = (table: TableBlock): FieldColumns | undefined => {
  const names = table.header.map((cell) => headerOf(cell.text))
  const columns = bestDependencies(names) === undefined ? readColumns(table, names, -1) : undefined
  if (!columns || ![...columns.others.keys()].some((name) => fields.has(name))) return undefined
  return { ...columns, isNamed: /^phase\b/.test(names[columns.id] ?? '') }
}

const fields = new Set<ColumnName>([...phaseFieldNames, 'parallelWith', 'files'])

const readColumns = (table: TableBlock, names: string[], dependsOn: number): TableColumns | undefined => {
  const others = new Map<ColumnName, number>()
  names.forEach((name, index) => {
    const column = headers.get(name)
    if (column && !others.has(column)) others.set(column, index)
  })
  const candidates = names.flatMap((name, index) =>
    idHeaders.has(name) && index !== dependsOn ? [index] : [],
  )
  // Of several candidate columns, the ids are those that are set in every row.
  const id = candidates.find((index) => isUnique(table, index)) ?? candidates[0]
  if (id === undefined) return undefined
  others.delete('title')
  const title = bestTitle(names, id) ?? otherTitle(names, id)
  if (title !== undefined) others.set('title', title)
  if (dependsOn >= 0) others.set('dependsOn', dependsOn)
  return { id, dependsOn, weak: !strong.has(names[dependsOn] ?? ''), others }
}

const strong = new Set([
  'depends on',
  'depends upon',
  'dependson',
  'depends on phase',
  'depends on phases',
  'blocked by',
])

const bestDependencies = (names: readonly string[]): number | undefined => {
  const found = names.flatMap((name, index) => (headers.get(name) === 'dependsOn' ? [index] : []))
  return found.find((index) => strong.has(names[index] ?? '')) ?? found[0]
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

/** Headers that name the work if no other column does. */
const otherTitles = new Set(
  (
    'item,step,stage,milestone,work package,work item,work unit,workstream,stream,track,story,epic,component,module,' +
    'area,topic,action,activity,objective,outcome,details'
  ).split(','),
)

const otherTitle = (names: string[], id: number): number | undefined => {
  const index = names.findIndex((name, at) => at !== id && otherTitles.has(name))
  return index < 0 ? undefined : index
}

const headerOf = (text: string): string => {
  const plain = foldLabel(plainText(text)).toLowerCase().replaceAll('-', ' ').replaceAll('_', ' ')
  const open = plain.indexOf('(')
  return (open < 0 ? plain : plain.slice(0, open)).replace(/[.:?]/g, '').trim()
}
