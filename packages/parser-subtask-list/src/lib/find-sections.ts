import { normalizePhaseId, type PlanIssue, type StepDraft } from '@amelia/core/plugin'
import {
  type Block,
  createReferenceBudget,
  type Field,
  type FieldName,
  isBesideWork,
  isCriteriaHeading,
  type ItemBlock,
  type Outline,
  plainText,
  readDependencies,
  readFields,
  readPaths,
  readSection,
} from '@amelia/markdown'
import type { Entry } from './entry.ts'
import { readEntry } from './read-entry.ts'
import { readSubtaskHeading, type SubtaskHeading } from './read-subtask-heading.ts'

/** A heading or a list item that starts with an id, with its content. */
export interface Section {
  entry: Entry
  /** Whether it is a subtask by itself, and not only the description of one in a list. */
  declared: boolean
  issues: PlanIssue[]
}

/** Cheap check before the text is converted: an id contains a digit. */
const mayBegin = /^[^\p{L}\p{N}]{0,6}(?:sub-?task\s)?[\p{L}._-]{0,39}\d/iu

const known = new WeakMap<Outline, Section[]>()

/**
 * Finds the headings and list items that start with an id, in the document's order. The result is cached.
 */
export const findSections = (outline: Outline): Section[] => {
  const found = known.get(outline) ?? find(outline)
  known.set(outline, found)
  return found
}

const find = (outline: Outline): Section[] => {
  const { blocks } = outline
  const sections: FoundSection[] = []
  let open: { at: number; level: number; read: SubtaskHeading } | undefined
  const close = (end: number): void => {
    if (open) sections.push({ ...readHeadingSection(outline, open.at, end, open.read), level: open.level })
    open = undefined
  }
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Block
    if (block.kind === 'heading' && block.depth === 0) {
      const read = mayBegin.test(block.text) ? readSubtaskHeading(plainText(block.text)) : undefined
      if (read || (open && block.level <= open.level)) close(at)
      if (read) open = { at, level: block.level, read }
    } else if (!open && block.kind === 'item' && block.depth === 0) {
      let end = at + 1
      while (end < blocks.length && (blocks[end]?.depth ?? 0) > 0) end++
      const section = readItemSection(outline, block, blocks.slice(at, end))
      if (section) sections.push(section)
      at = end - 1
    }
  }
  close(blocks.length)
  return declareSeries(sections)
}

/** A section as it is written: its dependencies may be prose, and a heading may belong to a series. */
interface FoundSection extends Section {
  depends: Field | undefined
  /** The level of its heading; absent for a list item. */
  level?: number
}

/**
 * Decides which sections are subtasks by themselves: those with a type or with dependencies, and all numbered
 * headings of a level where one has dependencies.
 *
 * A text after `Prerequisites` that names no section is prose. In such a series, a section without
 * dependencies depends on the one before it.
 */
const declareSeries = (found: readonly FoundSection[]): Section[] => {
  const ids = [...new Set(found.map(({ entry }) => entry.id))]
  const positions = new Map(ids.map((id, index) => [id, index]))
  const budget = createReferenceBudget()
  const named = found.map(
    ({ depends, entry }) => depends && readDependencies(depends, { positions, ids, self: entry.id, budget }),
  )
  const levels = new Set(
    found.flatMap(({ level }, index) => (named[index] && level !== undefined ? [level] : [])),
  )
  let before = ''
  return found.map(({ entry, declared, issues, level }, index) => {
    const declares = declared || named[index] !== undefined
    const isPart = level !== undefined && levels.has(level) && !isCriteriaHeading(entry.title)
    const follows = isPart && !named[index] && (declared || !isBesideWork(entry.title))
    const depends = named[index] ? entry.depends : follows ? before : ''
    if (isPart && (declares || follows)) before = entry.id
    return { entry: { ...entry, depends }, declared: declares || follows, issues }
  })
}

const readHeadingSection = (
  outline: Outline,
  heading: number,
  end: number,
  read: SubtaskHeading,
): FoundSection => {
  const id = normalizePhaseId(read.id)
  const section = readSection({ outline, heading, end, id, title: read.title })
  const { line, column } = outline.blocks[heading] as Block
  const steps = section.subtasks.flatMap((subtask): StepDraft[] => subtask.steps ?? [])
  const { entry, declared, depends, issues } = fromFields(read, section.body, section.fields, {
    line,
    column,
  })
  return {
    entry: { ...entry, files: section.files, steps },
    declared,
    depends,
    issues: [...issues, ...section.issues],
  }
}

const readItemSection = (
  { lines }: Outline,
  item: ItemBlock,
  blocks: readonly Block[],
): FoundSection | undefined => {
  if (!mayBegin.test(item.text)) return undefined
  const head = readSubtaskHeading(plainText(item.text.split('\n', 1)[0] ?? ''))
  if (!head) return undefined
  const fields = new Map<FieldName, Field>()
  for (const field of readFields([...restOf(item), ...blocks.slice(1)])) {
    if (!fields.has(field.name)) fields.set(field.name, field)
  }
  const body = lines.slice(item.line, item.endLine).join('\n').trim()
  const { entry, declared, depends, issues } = fromFields(head, body, fields, item)
  const files = fields.get('files')
  return {
    entry: {
      ...entry,
      ...(item.checked && { status: 'done' as const }),
      files: files ? readPaths({ ...files, value: dropBrackets(files.value) }) : [],
    },
    declared,
    depends,
    issues,
  }
}

/** Returns the lines of an item's first paragraph after the first line. */
const restOf = (item: ItemBlock): Block[] => {
  const text = item.text.slice((item.text.split('\n', 1)[0] ?? '').length + 1)
  if (text === '') return []
  const { line, column, endLine, depth } = item
  return [{ kind: 'paragraph', text, line: line + 1, column, endLine, depth: depth + 1 }]
}

const fromFields = (
  { id, title, type }: SubtaskHeading,
  body: string,
  fields: ReadonlyMap<FieldName, Field>,
  { line, column }: { line: number; column: number },
): FoundSection => {
  const issues: PlanIssue[] = []
  const depends = fields.get('dependsOn')
  const typeField = fields.get('type')
  const entry = readEntry(
    {
      id,
      title,
      body,
      type: type ?? typeField?.value,
      depends: depends && [depends.value, ...depends.items.map((item) => item.text)].join(', '),
      status: fields.get('status')?.value,
      line,
      column,
    },
    issues,
  )
  return { entry, declared: typeField !== undefined || type !== undefined, depends, issues }
}

const dropBrackets = (value: string): string =>
  value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value
