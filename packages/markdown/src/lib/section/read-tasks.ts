import { readStatus, type SubtaskDraft, type SubtaskType } from '@amelia/core/plugin'
import { isCriteriaHeading } from './is-beside-work.ts'
import type { Block, FenceBlock, ItemBlock, TableBlock } from '../outline/outline.ts'
import { plainText, titleText } from '../words/plain-text.ts'
import { readLabel } from '../words/read-label.ts'
import type { Field } from '../field/read-fields.ts'
import { foldLabel } from '../words/fold-label.ts'
import { foldValue } from '../words/fold-value.ts'
import { asksForCommit } from './is-commit.ts'
import { readType } from './read-type.ts'

/** A part of the section that becomes a subtask if it contains steps. */
export interface SectionPart {
  title: string
  type?: SubtaskType
  line: number
  endLine: number
  heading: string
  /** Whether its heading, or one above it in the section, introduces conditions instead of work. */
  isCriteria: boolean
  blocks: Block[]
  fences: FenceBlock[]
}

const listsOfWork = new Set([
  'task',
  'tasks',
  'subtask',
  'subtasks',
  'steps',
  'todo',
  'to do',
  'checklist',
  'work',
])
const criteria =
  /^(?:definition of done|done when|dod\b|acceptance|verif|success|out of scope|non-goals|notes|risks)/i

/** Returns whether a label introduces conditions and remarks instead of work. */
export const isCriteria = (label: string): boolean => criteria.test(label) || isCriteriaHeading(label)

const isElse = (part: SectionPart): boolean => part.heading.startsWith('files') || part.isCriteria

/** Returns work that is listed but not written as steps. */
export const readTasks = (id: string, parts: SectionPart[], named: Field | undefined): SubtaskDraft[] => {
  const inField = new Set(named?.items)
  const listed = parts.map((part) => {
    if (part.heading === '-' || isElse(part)) return []
    const work = listsOfWork.has(part.heading)
    return readItems(part, (item) => item.checked !== undefined || work || inField.has(item))
  })
  // Boxes elsewhere do not replace a sub-heading with a type.
  let tasks = listed.every((items) => items.length === 0)
    ? []
    : parts.flatMap((part, index) => {
        const items = listed[index] ?? []
        return items.length > 0 || !part.type || part.heading === '-' ? items : readTold(part, true)
      })
  if (tasks.length === 0) {
    tasks = parts.flatMap((part) => (part.heading === '-' ? [] : readTold(part, true)))
  }
  if (tasks.length === 0) tasks = parts.flatMap((part) => (isElse(part) ? [] : readRows(part)))
  return tasks.map((task, index) => Object.assign(task, { id: `${id}.${index + 1}` }))
}

/**
 * Returns the work of a part apart from steps: its checkboxes, or, with a type and if it `may`, the part
 * itself.
 */
export const readTold = (part: SectionPart, may: boolean): Omit<SubtaskDraft, 'id'>[] => {
  if (isElse(part)) return []
  const items = readItems(part, (item) => item.checked !== undefined)
  if (items.length > 0 || !may) return items
  const told =
    part.heading !== '' && (part.type !== undefined || /^(?:(?:sub)?task|step) \w/.test(part.heading))
  if (!told || part.title === '') return []
  return [{ title: part.title, ...(part.type && { type: part.type }), line: part.line }]
}

/**
 * Returns the items of top-level lists that are work, except those below a label such as `**Done when:**`. An
 * item without a type has that of its sub-heading.
 */
const readItems = (part: SectionPart, isWork: (item: ItemBlock) => boolean): Omit<SubtaskDraft, 'id'>[] => {
  const items: Omit<SubtaskDraft, 'id'>[] = []
  const inherited = part.heading === '' ? undefined : part.type
  for (const block of itemsOf(part)) {
    if (block.nesting !== 1 || !isWork(block)) continue
    const { title, type: own } = readType(titleText(firstLine(block.text)))
    // With a type it is work, as in every format: `Commit (other)`.
    if (title === '' || (own === undefined && asksForCommit(title))) continue
    const type = own ?? inherited
    items.push({
      title,
      ...(type && { type }),
      ...(block.status && { status: block.status }),
      line: block.line,
    })
  }
  return items
}

/** Returns the items of all levels, except those in quotes or below a label about criteria. */
const itemsOf = ({ blocks }: SectionPart): ItemBlock[] => {
  let skipped = false
  let itemEnd = 0
  return blocks.filter((block): block is ItemBlock => {
    const isItem = block.kind === 'item'
    if ((isItem && block.line > itemEnd) || (block.kind === 'paragraph' && block.depth === 0)) {
      const label = readLabel(firstLine(block.text))
      const about = label !== '' && isCriteria(label)
      if (!isItem) skipped = about
      else if (about) itemEnd = block.endLine
    }
    return isItem && !skipped && block.line > itemEnd && block.depth === block.nesting - 1
  })
}

/** Returns whether the work in parts of a section has boxes, at any level, and all are ticked. */
export const isTicked = (parts: readonly SectionPart[]): boolean => {
  const boxes = parts.flatMap((part) =>
    isElse(part) ? [] : itemsOf(part).filter(({ checked }) => checked !== undefined),
  )
  return boxes.length > 0 && boxes.every(({ checked }) => checked)
}

const numbers = /^(?:#|no\.?|nr\.?|№|id)$/i
const work = /^(?:sub)?tasks?$|^(?:step|work ?item|to-?do|action)s?$/i

/** Returns the rows of tables with the columns `#` and Task or Step, or with Task and Description. */
const readRows = ({ blocks }: SectionPart): Omit<SubtaskDraft, 'id'>[] =>
  blocks.flatMap((block) => (block.kind === 'table' && block.depth === 0 ? rowsOf(block) : []))

const rowsOf = ({ header, rows }: TableBlock): Omit<SubtaskDraft, 'id'>[] => {
  const names = header.map(({ text }) => foldLabel(plainText(text)))
  const isNumbered = numbers.test(names[0] ?? '') && work.test(names[1] ?? '')
  const isNamed = /^(?:task|step)(?: id)?$/i.test(names[0] ?? '') && /^description$/i.test(names[1] ?? '')
  if (!isNumbered && !isNamed) return []
  const at = names.findIndex((name) => /^(?:status|state|done|completed)$/i.test(name))
  return rows.flatMap(({ line, cells }) => {
    const { title, type } = readType(titleText(cells[1]?.text ?? ''))
    if (title === '') return []
    const status = at < 0 ? undefined : readStatus(foldValue(plainText(cells[at]?.text ?? '')))
    return [{ title, ...(type && { type }), ...(status && { status }), line }]
  })
}

/** Returns the first line of a text. */
export const firstLine = (text: string): string => {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}
