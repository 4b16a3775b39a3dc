import { phaseFieldNames, type PhaseFieldName, phaseFields } from '@amelia/core/plugin'
import type { TableBlock } from '@amelia/markdown'
import type { TableGroup } from './group-tables.ts'
import { refers } from './refers.ts'

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

/** Returns the columns of phase tables, or undefined for tables without ids or without dependencies. */
export const readTableColumns = (group: TableGroup): TableColumns | undefined => {
  const dependsOn = bestDependencies(group.names)
  return dependsOn === undefined ? undefined : readColumns(group, dependsOn)
}

/** The columns of a table of phases without a column of dependencies. */
export interface FieldColumns extends TableColumns {
  /** The header of the ids. */
  unit: string
}

/** Returns the columns of tables with ids and fields of phases but without dependencies, else undefined. */
export const readFieldColumns = (group: TableGroup): FieldColumns | undefined => {
  if (bestDependencies(group.names) !== undefined) return undefined
  const columns = readColumns(group, -1)
  if (!columns || ![...columns.others.keys()].some((name) => fields.has(name))) return undefined
  return { ...columns, unit: group.names[columns.id] ?? '' }
}

const fields = new Set<ColumnName>([...phaseFieldNames, 'parallelWith', 'files'])

/**
 * Returns the columns of tables with these dependencies; -1 for tables without. The ids are in the leftmost
 * column with a header of ids whose cells are unique over all of the tables.
 */
const readColumns = (group: TableGroup, dependsOn: number): TableColumns | undefined => {
  const { names } = group
  const candidates = names.flatMap((name, index) =>
    idHeaders.has(name) && index !== dependsOn ? [index] : [],
  )
  const unique = candidates.filter((index) => isUnique(group, index))
  const isNamed = (id: number): boolean => dependsOn < 0 || refers(group, { id, dependsOn })
  // Of a table in another language, the header of the ids may not be known: their cells are.
  const findOther = (): number | undefined => {
    const other = names.findIndex(
      (_, index) => candidates.length > 0 && index !== dependsOn && isUnique(group, index) && isNamed(index),
    )
    return other < 0 ? undefined : other
  }
  const id = unique.find(isNamed) ?? findOther() ?? unique[0] ?? candidates[0]
  return id === undefined ? undefined : columnsWith(group, id, dependsOn)
}

/** Returns the columns of tables whose ids and dependencies are known. */
export const columnsWith = (group: TableGroup, id: number, dependsOn: number): TableColumns => {
  const { names } = group
  const others = new Map<ColumnName, number>()
  names.forEach((name, index) => {
    const column = headers.get(name)
    // Of several, the one that is called so: `Status` before `Done?`.
    if (column && (!others.has(column) || names.indexOf(column) === index)) others.set(column, index)
  })
  const marked = others.has('status') ? -1 : names.findIndex((name, at) => isMarked(group, name, at))
  if (marked >= 0) others.set('status', marked)
  others.delete('title')
  const title = bestTitle(names, id) ?? otherTitle(names, id)
  if (title !== undefined) others.set('title', title)
  if (dependsOn >= 0) others.set('dependsOn', dependsOn)
  return { id, dependsOn, weak: !strong.has(names[dependsOn] ?? ''), others }
}

const mark = /^(?:\[[ xX~-]?\]|[✅☑✔✓⬜◻☐🔲🔄🚧⏳⏭⏸🚫])/u

/** Returns whether each cell below an unknown header begins with a box or a mark of a status. */
const isMarked = ({ tables }: TableGroup, name: string, at: number): boolean =>
  !headers.has(name) &&
  tables.every(({ rows }) => rows.length > 0 && rows.every(({ cells }) => mark.test(cells[at]?.text ?? '')))

/** Returns columns with the first one of words as the title, for headers in an unknown language. */
export const withTitle = <Columns extends TableColumns>(group: TableGroup, columns: Columns): Columns => {
  const { id, others } = columns
  const used = new Set(others.values()).add(id)
  const isWords = (at: number): boolean =>
    group.tables.every(({ rows }) => rows.every(({ cells }) => /\p{L}/u.test(cells[at]?.text ?? '')))
  const title = group.names.findIndex((name, at) => !used.has(at) && !headers.has(name) && isWords(at))
  if (others.has('title') || title < 0) return columns
  return { ...columns, others: new Map([...others, ['title', title]]) }
}

/** Returns whether a header has another meaning than dependencies, or names another relation of phases. */
export const isOtherHeader = (name: string): boolean =>
  (headers.get(name) ?? 'dependsOn') !== 'dependsOn' || otherRelation.test(name) || otherWord.test(name)

/** Headers of other relations between phases, of which several have the shape of dependencies. */
const otherRelation =
  /\b(?:parallel|concurrent|simultaneous|(?:un)?block(?:s|ing)?|unlocks?|enables?|feeds?|leads to|next|follow(?:s|ed|ing)?(?: by)?|successors?|dependents?|(?:needed|required|used) (?:by|for)|related?|relates(?: to)?|see(?: also)?|links?|replaces?|supersedes?|previous(?:ly)?|was|old|former|parent|child(?:ren)?|conflicts?|duplicates?|similar|estimates?|effort|size|weight|days?|weeks?|hours?|points?|priority|prio|rank|order|level|sprint|week|owner|version)\b/
/** Beginnings of such words in other languages: parallel, blocks, enables, replaces, previous, estimate. */
const otherWord =
  /(?<!\p{L})(?:paral(?:l?el|lèl|el)|blockiert|bloque(?![oa]?d)|bloc?c?a|bloqueia|ermöglicht|habilit|permet|abilit|ersetzt|reempla|substitui|remplac|sostituisc|vorherig|anterior|précédent|preceden|verwandt|relacionad|lié|correlat|prioridad|priorit|schätz|aufwand|estimat|estimac|stima|tage?|días?|dias?|jours?|giorni|punkte|puntos|pontos|punti|паралл|блокирует|заменя|предыдущ|связан|приоритет|оценк|дн(?:и|ей)|балл)/iu

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

/** Returns whether the cells of a column are unique, apart from rows that are repeated as a whole. */
export const isUnique = ({ tables }: TableGroup, index: number): boolean => {
  const seen = new Map<string, { row: string; table: TableBlock }>()
  for (const table of tables) {
    for (const { cells } of table.rows) {
      const text = cells[index]?.text ?? ''
      const row = tables.length > 1 ? cells.map((cell) => cell.text).join('|') : ''
      const before = seen.get(text)
      if (text === '' || (before && (before.row !== row || before.table === table))) return false
      seen.set(text, { row, table })
    }
  }
  return true
}

const weakTitles = new Set(['goal', 'scope', 'deliverable', 'deliverables', 'focus', 'phase', 'content'])

const bestTitle = (names: readonly string[], id: number): number | undefined => {
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

const otherTitle = (names: readonly string[], id: number): number | undefined => {
  const index = names.findIndex((name, at) => at !== id && otherTitles.has(name))
  return index < 0 ? undefined : index
}
