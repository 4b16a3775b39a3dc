import { isBesideWork, isCriteriaHeading, type Outline, plainText, type TableBlock } from '@amelia/markdown'
import type { PhaseTable } from './find-tables.ts'
import { rowsOf, groupTables, type TableGroup } from './group-tables.ts'
import {
  columnsWith,
  type FieldColumns,
  isOtherHeader,
  isUnique,
  readFieldColumns,
  withTitle,
} from './table-columns.ts'

const numbers = /^(?:#|no|nr|id|number)$/
/** A number, also behind one word or before a title. */
const number = /^(?:\p{L}{1,20} )?\d{1,4}(?:\.\d{1,4}){0,3}(?:[.:) ]|$)/u
const unit =
  /^(?:phase|task|step|stage|milestone|sprint|iteration|wave|story|epic|part|session|pr|batch|workstream|track|slice|chunk|wp|wu|work (?:package|item|unit))(?: (?:id|#|no|nr|number|name))?$/

/**
 * Finds the tables that list phases with their status, but without dependencies: those of the first header
 * with the word Phase, else with another word for a unit of work. Tables about criteria and beside the work
 * are not among them.
 */
export const findStatusTables = (outline: Outline): PhaseTable[] => {
  const found = groupTables(findOutside(outline)).flatMap((group) => {
    const columns = readFieldColumns(group) ?? readNumbered(group)
    if (!columns?.others.has('status') || !isUnique(group, columns.id)) return []
    const isUnit = unit.test(columns.unit) || (numbers.test(columns.unit) && group.names.some(isWork))
    return isUnit || columns.unit === '' ? [{ group, columns }] : []
  })
  const first = found.find(({ columns }) => columns.unit.startsWith('phase')) ?? found[0]
  return first ? first.group.tables.map((table) => ({ table, columns: first.columns })) : []
}

/** Returns the columns of tables in an unknown language: numbers, and a mark of a status in each row. */
const readNumbered = (group: TableGroup): FieldColumns | undefined => {
  const id = group.names.findIndex((name, at) => !isOtherHeader(name) && isUnique(group, at))
  const columns = columnsWith(group, id, -1)
  const isNumbered = rowsOf(group).every(({ cells }) => number.test(plainText(cells[id]?.text ?? '')))
  if (id < 0 || !isNumbered || group.names.some((name) => numbers.test(name))) return undefined
  return { ...withTitle(group, columns), unit: '' }
}

const isWork = (name: string): boolean => unit.test(name)

/** Returns the tables outside of lists, criteria, and sections beside the work, except its status. */
const findOutside = ({ blocks }: Outline): TableBlock[] => {
  /** The level of the heading of such a section, or 7. */
  let outside = 7
  return blocks.flatMap((block) => {
    if (block.kind === 'table') return block.depth === 0 && outside === 7 ? [block] : []
    if (block.kind !== 'heading' || block.depth > 0 || block.level > outside) return []
    const text = plainText(block.text)
    const isOutside = isCriteriaHeading(text) || (isBesideWork(text) && !/\b(?:status|state)\b/i.test(text))
    outside = block.level > 1 && isOutside ? block.level : 7
    return []
  })
}
