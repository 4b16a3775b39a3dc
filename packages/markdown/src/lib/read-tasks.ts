import type { SubtaskDraft, SubtaskType } from '@amelia/core/plugin'
import type { Block, FenceBlock, ItemBlock } from './outline.ts'
import { plainText } from './plain-text.ts'
import type { Field } from './read-fields.ts'
import { readType } from './read-type.ts'

/** A part of the section that becomes a subtask if it contains steps. */
export interface SectionPart {
  title: string
  type?: SubtaskType
  line: number
  endLine: number
  heading: string
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

/** Returns whether a heading or a label introduces conditions and remarks instead of work. */
export const isCriteria = (label: string): boolean => criteria.test(label)

const isElse = (heading: string): boolean => heading.startsWith('files') || isCriteria(heading)

/** Returns work that is listed but not written as steps. */
export const readTasks = (id: string, parts: SectionPart[], named: Field | undefined): SubtaskDraft[] => {
  const inField = new Set(named?.items)
  let tasks = parts.flatMap((part) => {
    if (part.heading === '-' || isElse(part.heading)) return []
    const work = listsOfWork.has(part.heading)
    return readItems(part, (item) => item.checked !== undefined || work || inField.has(item))
  })
  if (tasks.length === 0) {
    tasks = parts.flatMap((part) => (part.heading === '-' ? [] : readTold(part, true)))
  }
  return tasks.map((task, index) => Object.assign(task, { id: `${id}.${index + 1}` }))
}

/**
 * Returns the work of a part apart from steps: its checkboxes, or, with a type and if it `may`, the part
 * itself.
 */
export const readTold = (part: SectionPart, may: boolean): Omit<SubtaskDraft, 'id'>[] => {
  if (isElse(part.heading)) return []
  const items = readItems(part, (item) => item.checked !== undefined)
  if (items.length > 0 || !may) return items
  const told = part.heading !== '' && (part.type !== undefined || /^(?:sub)?task \w/.test(part.heading))
  if (!told || part.title === '') return []
  return [{ title: part.title, ...(part.type && { type: part.type }), line: part.line }]
}

/**
 * Returns the items of top-level lists that are work, except those below a label such as `**Done when:**`.
 */
const readItems = (part: SectionPart, isWork: (item: ItemBlock) => boolean): Omit<SubtaskDraft, 'id'>[] => {
  const items: Omit<SubtaskDraft, 'id'>[] = []
  let skipped = false
  for (const block of part.blocks) {
    if (block.kind === 'paragraph' && block.depth === 0) {
      const label = plainText(block.text).toLowerCase()
      skipped = label.endsWith(':') && isCriteria(label)
    }
    if (skipped || block.kind !== 'item' || block.nesting !== 1 || !isWork(block)) continue
    const { title, type } = readType(plainText(firstLine(block.text)))
    if (title === '') continue
    items.push({
      title,
      ...(type && { type }),
      ...(block.checked && { status: 'done' as const }),
      line: block.line,
    })
  }
  return items
}

/** Returns the first line of a text. */
export const firstLine = (text: string): string => {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}
