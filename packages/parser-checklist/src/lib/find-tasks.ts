import { normalizePhaseId, type PlanStatus } from '@amelia/core/plugin'
import {
  type Block,
  foldWidth,
  type HeadingBlock,
  isBesideWork,
  asksForCommit,
  isCriteriaHeading,
  type ItemBlock,
  onceFor,
  type Outline,
  plainText,
  type Progress,
  readLabel,
  readProgress,
} from '@amelia/markdown'
import { dropRepeats, type Repeat } from './drop-repeats.ts'
import { readPhaseHeading } from './text/read-phase-heading.ts'
import { readTaskText, type TaskText } from './text/read-task-text.ts'
import { type Box, takeOverview } from './text/take-overview.ts'

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
  /** Boxes that repeat a task. */
  repeats: Repeat[]
  /** Whether the tasks have ids. */
  named: boolean
  /** Boxes that are only a commit, which Amelia makes. They are not tasks. */
  commits: Task[]
  /** Checkboxes without an id outside all tasks, if others have one. */
  strays: Task[]
  /** Statuses of phases by id, from an overview: a table, or boxes that name phases with a section. */
  progress: ReadonlyMap<string, Progress>
  /** Other lines of that overview. */
  overview: number[]
}

/**
 * Finds the tasks of a checklist. Ignores quotes, which are examples. The result for an outline is cached.
 */
export const findTasks = onceFor(({ blocks }: Outline): FoundTasks => {
  const headings: Heading[] = []
  const found: Box<Task>[] = []
  const commits: Task[] = []
  let heading: Heading | undefined
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
      label = readLabel(block.text)
    }
    if (block.kind !== 'item' || block.depth !== block.nesting - 1) continue
    const task = readTask(block, heading)
    if (task && asksForCommit(task.text.title)) {
      commits.push(task)
      continue
    }
    if (
      !task ||
      (task.id === '' && (heading?.holds === 'criteria' || (label !== '' && isCriteriaHeading(label))))
    )
      continue
    found.push({ task, nesting: block.nesting })
  }
  const story = found.filter(({ task }) => isInStory(task.heading))
  const progress = readProgress(blocks, idInTable)
  // Of a story, only the tasks are work: other boxes are notes and reviews.
  const { boxes, overview } = takeOverview(story.length > 0 ? story : found, headings, progress)
  const named =
    boxes.some(({ task }) => task.id !== '') &&
    !story.some(({ task, nesting }) => nesting === 1 && task.id === '')
  const all = boxes
    .filter(({ task, nesting }) =>
      named ? task.id !== '' : nesting === 1 && task.heading?.holds !== 'beside',
    )
    .map(({ task }) => task)
  addDetails(all, blocks)
  addDetails(commits, blocks)
  const strays = named ? findStrays(boxes) : []
  const { tasks, repeats } = named ? dropRepeats(all) : { tasks: all, repeats: [] }
  return { headings, tasks, repeats, named, commits, strays, progress, overview }
})

/** Returns the id of a phase in the first cell of a table: `Phase 1: name`, or the number alone. */
const idInTable = (name: string): string =>
  readPhaseHeading(name).id || normalizePhaseId(/^\d[\d.]*$/.exec(name)?.[0] ?? '')

/** Returns the boxes without an id that are outside those with one. */
const findStrays = (boxes: readonly Box<Task>[]): Task[] => {
  const strays: Task[] = []
  /** The last line of the outermost named task that is open. */
  let end = 0
  for (const { task } of boxes) {
    if (task.id !== '') end = Math.max(end, task.endLine)
    else if (task.line > end) strays.push(task)
  }
  return strays
}

/** Returns whether a heading is in the tasks of a story. */
const isInStory = (heading: Heading | undefined): boolean => {
  for (let at = heading; at; at = at.parent) if (/^tasks ?\/ ?subtasks$/i.test(at.text)) return true
  return false
}

const whatHolds = (text: string, level: number, parent: Heading | undefined): Heading['holds'] => {
  if (isCriteriaHeading(text) || parent?.holds === 'criteria') return 'criteria'
  // The document's title does not describe its sections. A phase may verify: `Phase 3: Verification`.
  const isBeside = level > 1 && isBesideWork(text) && readPhaseHeading(text).id === ''
  return isBeside || parent?.holds === 'beside' ? 'beside' : 'work'
}

/** `[ ]*` means optional. */
const box = /^\[([ xX~-])\]\*(?:\s|$)/
const starred: Record<string, PlanStatus | undefined> = { x: 'done', '~': 'in_progress', '-': 'in_progress' }
const arrow = /(?:→|->|=>)\s?(?:type|depends)/i

const readTask = (item: ItemBlock, heading: Heading | undefined): Task | undefined => {
  const match = item.checked === undefined ? (box.exec(foldBox(item.text)) ?? undefined) : undefined
  if (item.checked === undefined && !match) return undefined
  const rest = match ? item.text.slice(match[0].length) : item.text
  if (arrow.test(rest.slice(0, 1000))) return undefined
  const text = readTaskText(rest)
  const marked = match ? starred[match[1]?.toLowerCase() ?? ''] : item.status
  const optional = text.optional || match !== undefined
  return {
    text,
    id: text.id,
    status: marked === 'done' ? marked : optional ? 'skipped' : (marked ?? 'pending'),
    heading,
    details: [],
    line: item.line,
    column: item.column,
    endLine: item.endLine,
  }
}

const foldBox = (text: string): string =>
  text[0] === '［' || text[0] === '[' ? foldWidth(text.slice(0, 5)) + text.slice(5) : text

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
