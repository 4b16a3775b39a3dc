import { type AcceptanceDraft, type PlanIssue, type StepDraft, type SubtaskDraft } from '@amelia/core/plugin'
import type { Block, ItemBlock, Outline } from '../outline/outline.ts'
import { readAcceptance } from '../acceptance/read-acceptance.ts'
import { plainText, titleText } from '../words/plain-text.ts'
import { type Field, type FieldName, readFields } from '../field/read-fields.ts'
import { readPaths } from '../field/read-paths.ts'
import { checkInfo } from './check-info.ts'
import { checkFields } from './check-fields.ts'
import { isCriteriaTitle } from './is-criteria-title.ts'
import { orderWork, type Steps } from './order-work.ts'
import { isStep, readStep } from './read-step.ts'
import { firstLine, isTicked, readTasks, readTold, type SectionPart } from './read-tasks.ts'
import { readType, typeOf } from './read-type.ts'
import { foldLabel } from '../words/fold-label.ts'

/** The part of an outline that belongs to one phase. */
export interface SectionRequest {
  /** The outline of the document. */
  outline: Outline
  /** Index of the section's heading in `outline.blocks`. */
  heading: number
  /** Index after its last block. */
  end: number
  /** The phase's id; ids of subtasks and steps start with it. */
  id: string
  /** The phase's title. */
  title: string
}

/** The contents of a phase's section. */
export interface Section {
  /** The text below the heading. */
  body: string
  /** The section's own fields, without those of its sub-headings; the first of each name. */
  fields: ReadonlyMap<FieldName, Field>
  /** All of its fields that may declare dependencies. */
  depends: Field[]
  /** The subtasks, in document order. */
  subtasks: SubtaskDraft[]
  /** Whether all of its subtasks are done, or without subtasks, all boxes in its lists. */
  done: boolean
  /** The paths of the files that the phase writes. */
  files: string[]
  /** Commands that decide whether the phase is accepted. */
  acceptance: AcceptanceDraft[]
  /** Errors and warnings about the section. */
  issues: PlanIssue[]
}

/**
 * Reads a phase's section.
 *
 * Steps are fences (see `readStep`). Steps below the section's heading form one subtask; steps below each
 * sub-heading, and in each list item of the first level, form one each, in order. A checkbox between steps
 * divides them, so that everything is done in the order in which it is written. Sub-headings with a type
 * and checkboxes are subtasks even without steps, so that described work is not skipped. In a section without
 * steps, items of a list named Tasks are subtasks too. Criteria (`Definition of done`, ...) are not subtasks.
 * Files are those declared, else those that the steps write.
 */
export const readSection = (request: SectionRequest): Section => {
  const parts = readParts(request)
  const issues: PlanIssue[] = []
  const fields = new Map<FieldName, Field>()
  const own: Block[] = []
  for (const part of parts) if (part.heading === '') for (const block of part.blocks) own.push(block)
  const all = readFields(own)
  for (const field of all) if (!fields.has(field.name)) fields.set(field.name, field)
  for (const issue of checkFields(request.title, fields.values())) issues.push(issue)
  const listed = parts.find((part) => part.heading === 'files')
  const declared = fields.get('files') ?? (listed && listField(listed))
  const subtasks: SubtaskDraft[] = []
  const files = new Set(declared ? readPaths(declared) : [])
  const stepped = parts.filter((part) => part.fences.some(isStep))
  const itemsWithSteps = new Set(
    stepped.flatMap((part) => (part.heading === '-' ? part.blocks.slice(0, 1) : [])),
  )
  for (const part of stepped.length > 0 ? parts : []) {
    const blocks = part.blocks.filter((block) => !itemsWithSteps.has(block))
    const told = part.heading === '-' ? [] : readTold({ ...part, blocks }, !part.fences.some(isStep))
    for (const piece of orderWork(part, told)) {
      const number = subtasks.length + 1
      if (!('fences' in piece)) {
        subtasks.push({ ...piece, id: `${request.id}.${number}` })
        continue
      }
      const subtask = readSubtask(request, piece, number, issues)
      subtasks.push(subtask)
      if (!declared) for (const path of subtask.files ?? []) files.add(path)
    }
  }
  for (const fence of parts.flatMap((part) => part.fences)) {
    if (!isStep(fence)) for (const issue of checkInfo(fence)) issues.push(issue)
  }
  const { outline, heading, end } = request
  const last = (outline.blocks[end]?.line ?? outline.lines.length + 1) - 1
  const body = bodyOf(outline, (outline.blocks[heading]?.endLine ?? 0) + 1, last)
  let work: SubtaskDraft[] | undefined = stepped.length > 0 ? subtasks : undefined
  const readWork = (): SubtaskDraft[] => (work ??= readTasks(request.id, parts, fields.get('tasks')))
  return {
    body,
    fields,
    depends: all.filter(({ name }) => name === 'dependsOn'),
    // A task with marked steps uses neither.
    get subtasks() {
      return readWork()
    },
    get done() {
      return readWork().length > 0 ? readWork().every(({ status }) => status === 'done') : isTicked(parts)
    },
    files: [...files],
    acceptance: readAcceptance(outline.blocks.slice(heading + 1, end)),
    issues,
  }
}

const readParts = ({ outline, heading, end, title }: SectionRequest): SectionPart[] => {
  const { type } = readType(plainText((outline.blocks[heading] as { text?: string }).text ?? ''))
  const parts: SectionPart[] = []
  const begin = (part: Omit<SectionPart, 'blocks' | 'fences' | 'endLine'>): SectionPart => {
    const { title, type, line, heading, isCriteria } = part
    const started: SectionPart = { title, line, endLine: line, heading, isCriteria, blocks: [], fences: [] }
    if (type) started.type = type
    parts.push(started)
    return started
  }
  const start = outline.blocks[heading]?.line ?? 1
  const section = begin({ title, line: start, heading: '', isCriteria: false, ...(type && { type }) })
  let part = section
  /** The level of the heading about criteria that the part is below, or 7. */
  let criteria = 7
  /** The top-level item that blocks belong to, and its part once it has a fence. */
  let itemAt: number | undefined
  let item: SectionPart | undefined
  for (let at = heading + 1; at < end; at++) {
    const block = outline.blocks[at] as Block
    if (block.depth === 0) {
      // Text after an item with steps belongs after them, so it starts a new subtask.
      if (item) part = begin({ ...part, line: block.line })
      item = undefined
      itemAt = undefined
    }
    if (block.kind === 'heading' && block.depth === 0) {
      const written = titleText(block.text)
      const read = readType(written)
      const name = read.title.toLowerCase().replace(/[:：]$/, '')
      if (block.level <= criteria) criteria = isCriteriaTitle(written) ? block.level : 7
      part = begin({
        ...read,
        line: block.line,
        heading: foldLabel(name),
        isCriteria: criteria < 7,
      })
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

const beginItem = (blocks: Block[], parts: SectionPart[]): SectionPart => {
  const [block] = blocks as [ItemBlock]
  const read = readType(titleText(firstLine(block.text)))
  const part: SectionPart = {
    ...read,
    line: block.line,
    endLine: block.endLine,
    heading: '-',
    isCriteria: false,
    blocks,
    fences: [],
  }
  parts.push(part)
  return part
}

const readSubtask = (
  { outline, id }: SectionRequest,
  part: Steps,
  number: number,
  issues: PlanIssue[],
): SubtaskDraft => {
  const steps: StepDraft[] = []
  for (const fence of part.fences) {
    const read = readStep(fence, `${id}.${number}.${steps.length + 1}`)
    if (!read) continue
    steps.push(read.step)
    for (const issue of read.issues) issues.push(issue)
  }
  const fields = readFields(part.blocks)
  const declared = fields.find((field) => field.name === 'files')
  const typeField = fields.find((field) => field.name === 'type')
  const type = part.type ?? (typeField && typeOf(plainText(typeField.value)))
  const written = steps.flatMap((step) => (step.filePath === undefined ? [] : [step.filePath]))
  return {
    id: `${id}.${number}`,
    title: part.title,
    body: bodyOf(outline, part.from, part.endLine),
    ...(type && { type }),
    files: [...new Set(declared ? readPaths(declared) : written)],
    steps,
    line: part.line,
  }
}

const listField = (part: SectionPart): Field => ({
  name: 'files',
  label: 'files',
  value: '',
  items: part.blocks.flatMap((block) => (block.kind === 'item' ? [block] : [])),
  line: part.line,
  column: 1,
})

/** Returns the lines `from` to `to`, without blank lines at both ends. */
const bodyOf = ({ text, lines, starts }: Outline, from: number, to: number): string => {
  let first = from
  let last = to
  while (first <= last && lines[first - 1]?.trim() === '') first++
  while (last >= first && lines[last - 1]?.trim() === '') last--
  if (last < first) return ''
  return text.slice(starts[first - 1], (starts[last - 1] ?? 0) + (lines[last - 1]?.length ?? 0))
}
