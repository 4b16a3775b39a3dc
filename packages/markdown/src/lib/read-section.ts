import type { PlanIssue, StepDraft, SubtaskDraft, SubtaskType } from '@amelia/core/plugin'
import type { Block, FenceBlock, ItemBlock, Outline } from './outline.ts'
import { plainText } from './plain-text.ts'
import { type Field, type FieldName, readFields } from './read-fields.ts'
import { readPaths } from './read-paths.ts'
import { isStep, readStep } from './read-step.ts'
import { readType, typeOf } from './read-type.ts'

/** The part of an outline that belongs to one phase. */
export interface SectionRequest {
  outline: Outline
  /** Position of the section's heading in `outline.blocks`. */
  heading: number
  /** Position after its last block. */
  end: number
  /** The phase's id; ids of subtasks and steps begin with it. */
  id: string
  title: string
}

/** What a phase's section holds. */
export interface Section {
  /** The text below the heading. */
  body: string
  /** The section's own fields, those of its sub-headings left out; the first of each name. */
  fields: ReadonlyMap<FieldName, Field>
  subtasks: SubtaskDraft[]
  files: string[]
  issues: PlanIssue[]
}

/** A stretch of the section that becomes a subtask when it holds steps. */
interface Part {
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

/** Whether a heading or a label stands above conditions and remarks, and not above work. */
export const isCriteria = (label: string): boolean => criteria.test(label)

const isElse = (heading: string): boolean => heading.startsWith('files') || isCriteria(heading)

/**
 * Reads a phase's section.
 *
 * Steps are fences (see `readStep`). Steps below the section's heading form one subtask; steps below each sub-heading, and in
 * each list item of the first level, form one each, in order. Sub-headings with a type and checkboxes are subtasks even without
 * steps, so that described work is not skipped. In a section without steps, items of a list named Tasks are subtasks too.
 * Criteria (`Definition of done`, ...) are not subtasks. Files are those declared, else those that the steps write.
 */
export const readSection = (request: SectionRequest): Section => {
  const parts = readParts(request)
  const issues: PlanIssue[] = []
  const fields = new Map<FieldName, Field>()
  const own: Block[] = []
  for (const part of parts) if (part.heading === '') for (const block of part.blocks) own.push(block)
  for (const field of readFields(own)) if (!fields.has(field.name)) fields.set(field.name, field)
  const listed = parts.find((part) => part.heading === 'files')
  const declared = fields.get('files') ?? (listed && listField(listed))
  const subtasks: SubtaskDraft[] = []
  const files = new Set(declared ? readPaths(declared) : [])
  const stepped = parts.filter((part) => part.fences.some(isStep))
  const itemsWithSteps = new Set(
    stepped.flatMap((part) => (part.heading === '-' ? part.blocks.slice(0, 1) : [])),
  )
  for (const part of stepped.length > 0 ? parts : []) {
    const subtask = readSubtask(request, part, subtasks.length + 1, issues)
    if (subtask) {
      subtasks.push(subtask)
      if (!declared) for (const path of subtask.files ?? []) files.add(path)
    }
    if (part.heading === '-') continue
    const told = readTold(
      { ...part, blocks: part.blocks.filter((block) => !itemsWithSteps.has(block)) },
      !subtask,
    )
    for (const task of told) subtasks.push({ ...task, id: `${request.id}.${subtasks.length + 1}` })
  }
  const { outline, heading, end } = request
  const last = (outline.blocks[end]?.line ?? outline.lines.length + 1) - 1
  const body = bodyOf(outline, (outline.blocks[heading]?.endLine ?? 0) + 1, last)
  return {
    body,
    fields,
    subtasks: stepped.length > 0 ? subtasks : readTasks(request, parts, fields.get('tasks')),
    files: [...files],
    issues,
  }
}

const readParts = ({ outline, heading, end, title }: SectionRequest): Part[] => {
  const { type } = readType(plainText((outline.blocks[heading] as { text?: string }).text ?? ''))
  const parts: Part[] = []
  const begin = (part: Omit<Part, 'blocks' | 'fences' | 'endLine'>): Part => {
    const { title, type, line, heading } = part
    const started: Part = { title, line, endLine: line, heading, blocks: [], fences: [] }
    if (type) started.type = type
    parts.push(started)
    return started
  }
  const start = outline.blocks[heading]?.line ?? 1
  const section = begin({ title, line: start, heading: '', ...(type && { type }) })
  let part = section
  /** The item at the top that blocks belong to, and its part once it has a fence. */
  let itemAt: number | undefined
  let item: Part | undefined
  for (let at = heading + 1; at < end; at++) {
    const block = outline.blocks[at] as Block
    if (block.depth === 0) {
      // Text after an item with steps belongs after them, so it starts a new subtask.
      if (item) part = begin({ ...part, line: block.line })
      item = undefined
      itemAt = undefined
    }
    if (block.kind === 'heading' && block.depth === 0) {
      const read = readType(plainText(block.text))
      const name = read.title.toLowerCase()
      part = begin({ ...read, line: block.line, heading: name.endsWith(':') ? name.slice(0, -1) : name })
      continue
    }
    part.blocks.push(block)
    part.endLine = Math.max(part.endLine, block.endLine)
    if (block.kind === 'item' && block.depth === 0) itemAt = at
    if (block.kind !== 'fence') item?.blocks.push(block)
    else if (itemAt === undefined) part.fences.push(block)
    else {
      item ??= beginItem(outline.blocks.slice(itemAt, at), parts)
      item.blocks.push(block)
      item.fences.push(block)
    }
  }
  return parts
}

const beginItem = (blocks: Block[], parts: Part[]): Part => {
  const [block] = blocks as [ItemBlock]
  const read = readType(plainText(firstLine(block.text)))
  const part: Part = { ...read, line: block.line, endLine: block.endLine, heading: '-', blocks, fences: [] }
  parts.push(part)
  return part
}

const readSubtask = (
  { outline, id }: SectionRequest,
  part: Part,
  number: number,
  issues: PlanIssue[],
): SubtaskDraft | undefined => {
  const steps: StepDraft[] = []
  for (const fence of part.fences) {
    const read = readStep(fence, `${id}.${number}.${steps.length + 1}`)
    if (!read) continue
    steps.push(read.step)
    for (const issue of read.issues) issues.push(issue)
  }
  if (steps.length === 0) return undefined
  const fields = readFields(part.blocks)
  const declared = fields.find((field) => field.name === 'files')
  const typeField = fields.find((field) => field.name === 'type')
  const type = part.type ?? (typeField && typeOf(plainText(typeField.value)))
  const written = steps.flatMap((step) => (step.filePath === undefined ? [] : [step.filePath]))
  return {
    id: `${id}.${number}`,
    title: part.title,
    body: bodyOf(outline, part.line + 1, part.endLine),
    ...(type && { type }),
    files: [...new Set(declared ? readPaths(declared) : written)],
    steps,
    line: part.line,
  }
}

/** Work that is listed and not written as steps. */
const readTasks = ({ id }: SectionRequest, parts: Part[], named: Field | undefined): SubtaskDraft[] => {
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

/** What a stretch asks for apart from steps: its checkboxes, or, with a type and where it `may`, the stretch itself. */
const readTold = (part: Part, may: boolean): Omit<SubtaskDraft, 'id'>[] => {
  if (isElse(part.heading)) return []
  const items = readItems(part, (item) => item.checked !== undefined)
  if (items.length > 0 || !may) return items
  const told = part.heading !== '' && (part.type !== undefined || /^(?:sub)?task \w/.test(part.heading))
  if (!told || part.title === '') return []
  return [{ title: part.title, ...(part.type && { type: part.type }), line: part.line }]
}

/** The items of lists at the top that are work; not those below a label such as `**Done when:**`. */
const readItems = (part: Part, isWork: (item: ItemBlock) => boolean): Omit<SubtaskDraft, 'id'>[] => {
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

const listField = (part: Part): Field => ({
  name: 'files',
  label: 'files',
  value: '',
  items: part.blocks.flatMap((block) => (block.kind === 'item' ? [block] : [])),
  line: part.line,
  column: 1,
})

const firstLine = (text: string): string => {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

/** Lines `from` to `to`, without the empty ones at both ends. */
const bodyOf = ({ text, lines, starts }: Outline, from: number, to: number): string => {
  let first = from
  let last = to
  while (first <= last && lines[first - 1]?.trim() === '') first++
  while (last >= first && lines[last - 1]?.trim() === '') last--
  if (last < first) return ''
  return text.slice(starts[first - 1], (starts[last - 1] ?? 0) + (lines[last - 1]?.length ?? 0))
}
