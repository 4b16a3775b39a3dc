import type { PlanStatus } from '@amelia/core/plugin'
import {
  type Block,
  type HeadingBlock,
  isBesideWork,
  isCriteriaHeading,
  type ItemBlock,
  type Outline,
  plainText,
} from '@amelia/markdown'
import { readPhaseHeading } from './read-phase-heading.ts'
import { readTaskText, type TaskText } from './read-task-text.ts'

/** A heading, with its parent heading. */
export interface Heading {
  block: HeadingBlock
  text: string
  /** Position among the headings. */
  index: number
  parent?: Heading
  /** Says what is below it: work, criteria, or something beside the work, also below its parent. */
  holds: 'work' | 'criteria' | 'beside'
}

/** A checkbox of a checklist. */
export interface Task {
  text: TaskText
  /** As written; empty if it has none. */
  id: string
  status: PlanStatus
  /** The heading above it. */
  heading: Heading | undefined
  /** Paragraphs and items inside it that belong to no other task, as written. */
  details: Block[]
  line: number
  column: number
  endLine: number
}

/** The tasks and headings of a document. */
export interface FoundTasks {
  headings: Heading[]
  /** Tasks with ids, or, if there are none, all first-level tasks. In the document's order. */
  tasks: Task[]
  /** Whether the tasks have ids. */
  named: boolean
  /** Checkboxes without an id outside all tasks, if others have one. */
  strays: Task[]
}

const known = new WeakMap<Outline, FoundTasks>()

/**
 * Finds the tasks of a checklist. Ignores quotes, which are examples. The result for an outline is cached.
 */
export const findTasks = (outline: Outline): FoundTasks => {
  const found = known.get(outline) ?? find(outline)
  known.set(outline, found)
  return found
}

const find = ({ blocks }: Outline): FoundTasks => {
  const headings: Heading[] = []
  const boxes: { task: Task; nesting: number; inside: boolean }[] = []
  let heading: Heading | undefined
  /** The last line of the outermost named task that is open. */
  let namedEnd = 0
  /** The paragraph above, if it introduces something. */
  let label = ''
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth === 0) {
      let parent = heading
      while (parent && parent.block.level >= block.level) parent = parent.parent
      const text = plainText(block.text)
      const holds = whatHolds(text, block.level, parent)
      heading = { block, text, index: headings.length, holds, ...(parent && { parent }) }
      headings.push(heading)
      label = ''
    } else if (block.kind === 'paragraph' && block.depth === 0) {
      const text = plainText(block.text)
      label = text.endsWith(':') ? text : ''
    }
    if (block.kind !== 'item' || block.depth !== block.nesting - 1) continue
    const task = readTask(block, heading)
    if (!task || (task.id === '' && (heading?.holds === 'criteria' || isCriteriaHeading(label)))) continue
    boxes.push({ task, nesting: block.nesting, inside: block.line <= namedEnd })
    if (task.id !== '') namedEnd = Math.max(namedEnd, block.endLine)
  }
  const named = boxes.some(({ task }) => task.id !== '')
  const tasks = boxes.flatMap(({ task, nesting }) =>
    (named ? task.id !== '' : nesting === 1 && task.heading?.holds !== 'beside') ? [task] : [],
  )
  addDetails(tasks, blocks)
  const strays = boxes.flatMap(({ task, inside }) => (named && task.id === '' && !inside ? [task] : []))
  return { headings, tasks, named, strays }
}

const whatHolds = (text: string, level: number, parent: Heading | undefined): Heading['holds'] => {
  if (isCriteriaHeading(text) || parent?.holds === 'criteria') return 'criteria'
  // The document's title does not describe its sections. A phase may verify: `Phase 3: Verification`.
  const isBeside = level > 1 && isBesideWork(text) && readPhaseHeading(text).id === ''
  return isBeside || parent?.holds === 'beside' ? 'beside' : 'work'
}

/** `[-]` and `[~]` mean started work; `[ ]*` means optional. */
const box = /^\[([ xX~-])\](\*?)(?:\s|$)/
const arrow = /(?:→|->|=>)\s?(?:type|depends)/i

const readTask = (item: ItemBlock, heading: Heading | undefined): Task | undefined => {
  const match = item.checked === undefined ? box.exec(item.text) : undefined
  if (item.checked === undefined && !match) return undefined
  const rest = match ? item.text.slice(match[0].length) : item.text
  if (arrow.test(rest.slice(0, 1000))) return undefined
  const text = readTaskText(rest)
  const mark = match?.[1]?.toLowerCase()
  const done = item.checked ?? mark === 'x'
  const optional = text.optional || match?.[2] === '*'
  const begun = mark === '-' || mark === '~'
  return {
    text,
    id: text.id,
    status: done ? 'done' : optional ? 'skipped' : begun ? 'in_progress' : 'pending',
    heading,
    details: [],
    line: item.line,
    column: item.column,
    endLine: item.endLine,
  }
}

/** Assigns each block inside a task to the innermost task around it. */
const addDetails = (tasks: readonly Task[], blocks: readonly Block[]): void => {
  const open: Task[] = []
  let next = 0
  for (const block of blocks) {
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < block.line) open.pop()
    const task = tasks[next]
    if (task && block.kind === 'item' && task.line === block.line && task.column === block.column) {
      open.push(task)
      next++
    } else if (block.kind !== 'heading' || block.depth > 0) open.at(-1)?.details.push(block)
  }
}
