import { normalizePhaseId, type PlanIssue, type StepDraft } from '@amelia/core/plugin'
import {
  type Block,
  createReferenceBudget,
  type Field,
  type FieldName,
  isBesideSeries,
  isCriteriaHeading,
  type ItemBlock,
  onceFor,
  type Outline,
  readDependencies,
  readFields,
  readPaths,
  readSection,
  withCode,
} from '@amelia/markdown'
import type { Entry } from './entry.ts'
import { isDeclaration, mayBegin } from './may-declare.ts'
import { readEntry } from './read-entry.ts'
import { readSubtaskHeading, type SubtaskHeading } from './read-subtask-heading.ts'

/** A heading or a list item that starts with an id, with its content. */
export interface Section {
  entry: Entry
  /** Whether it is a subtask by itself, and not only the description of one in a list. */
  declared: boolean
  issues: PlanIssue[]
}

/**
 * Finds the headings and list items that start with an id, in the document's order. The result is cached.
 */
export const findSections = onceFor((outline: Outline): Section[] => {
  const { blocks } = outline
  const sections: Member[] = []
  let open: { at: number; level: number; read: SubtaskHeading } | undefined
  let headings = 1
  const close = (end: number): void => {
    if (open) sections.push({ ...readHeadingSection(outline, open.at, end, open.read), level: open.level })
    open = undefined
  }
  const declaring = findDeclaring(blocks)
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Block
    if (block.kind === 'heading' && block.depth === 0) {
      headings++
      const read = mayBegin(block.text) ? withCode(block.text, readSubtaskHeading) : undefined
      // Below a section, `T1.1.1` is a part of `T1.1`, unless sections of its level declare something.
      const isPart =
        open !== undefined &&
        block.level > open.level &&
        !declaring.has(block.level) &&
        read?.id.startsWith(`${open.read.id}.`) === true
      if ((read && !isPart) || (open && block.level <= open.level)) close(at)
      if (read && !isPart) open = { at, level: block.level, read }
    } else if (!open && block.kind === 'item' && block.depth === 0) {
      let end = at + 1
      while (end < blocks.length && (blocks[end]?.depth ?? 0) > 0) end++
      const section = readItemSection(outline, block, blocks.slice(at, end))
      if (section) sections.push({ ...section, level: -headings })
      at = end - 1
    }
  }
  close(blocks.length)
  return declareSeries(sections)
})

/** Returns the levels of the headings with fields that only subtasks have. */
const findDeclaring = (blocks: readonly Block[]): Set<number> => {
  const levels = new Set<number>()
  let level = 0
  let own: Block[] = []
  const close = (): void => {
    if (level > 0 && readFields(own).some(isDeclaration)) levels.add(level)
    own = []
  }
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth === 0) {
      close()
      level = block.level
    } else own.push(block)
  }
  close()
  return levels
}

/** A section as it is written: its dependencies may be prose, and it may belong to a series. */
interface FoundSection extends Section {
  depends: readonly Field[]
}

/** A section with its series. */
interface Member extends FoundSection {
  /** The level of its heading; for a list item, a negative number that the items below a heading share. */
  level: number
}

/**
 * Decides which sections are subtasks by themselves: those with a type or with dependencies, and all of a
 * series where one has dependencies, or at least half and more than one have a type.
 *
 * A text after `Prerequisites` that names no section is prose, and declares nothing.
 */
const declareSeries = (found: readonly Member[]): Section[] => {
  const ids = [...new Set(found.map(({ entry }) => entry.id))]
  const positions = new Map(ids.map((id, index) => [id, index]))
  const budget = createReferenceBudget()
  const named = found.map(({ depends, entry, issues }) =>
    readDependencies(depends, { positions, ids, self: entry.id, budget }, issues),
  )
  const levels = new Set(found.flatMap(({ level }, index) => (named[index] ? [level] : [])))
  const typed = findTyped(found)
  return found.map(({ entry, declared, issues, level }, index) => {
    const declares = declared || named[index] !== undefined
    const isPart = (levels.has(level) || typed.has(level)) && !isCriteriaHeading(entry.title)
    const follows = isPart && !named[index] && (declared || !isBesideSeries(entry.title))
    const own = named[index]
    const { depends: written = '', ...rest } = entry
    // The sections that `all` stands for are known when all subtasks are.
    const depends = own && (/\b(?:all|everything)\b/i.test(written) ? written : own.join(', '))
    return {
      entry: { ...rest, ...(depends !== undefined && { depends }) },
      declared: declares || follows,
      issues,
    }
  })
}

/** Returns the series of which at least half and more than one have a type. */
const findTyped = (found: readonly Member[]): Set<number> => {
  const counts = new Map<number, { all: number; typed: number }>()
  for (const { level, declared } of found) {
    const count = counts.get(level) ?? { all: 0, typed: 0 }
    count.all++
    if (declared) count.typed++
    counts.set(level, count)
  }
  return new Set(
    [...counts].flatMap(([level, { all, typed }]) => (typed > 1 && typed * 2 >= all ? [level] : [])),
  )
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
  const last = (outline.blocks[end]?.line ?? outline.lines.length + 1) - 1
  const steps = section.subtasks.flatMap((subtask): StepDraft[] => subtask.steps ?? [])
  const { entry, declared, issues } = fromFields(read, section.body, section.fields, {
    line,
    column,
  })
  return {
    entry: {
      ...entry,
      ...(section.done && !entry.status && { status: 'done' }),
      files: section.files,
      steps,
      section: [line, last],
    },
    declared,
    depends: section.depends,
    issues: [...issues, ...section.issues],
  }
}

const readItemSection = (
  { lines }: Outline,
  item: ItemBlock,
  blocks: readonly Block[],
): FoundSection | undefined => {
  if (!mayBegin(item.text)) return undefined
  const head = withCode(item.text.split('\n', 1)[0] ?? '', readSubtaskHeading)
  if (!head) return undefined
  const fields = new Map<FieldName, Field>()
  const all = readFields([...restOf(item), ...blocks.slice(1)])
  for (const field of all) {
    if (!fields.has(field.name)) fields.set(field.name, field)
  }
  const body = lines.slice(item.line, item.endLine).join('\n').trim()
  const { entry, declared, issues } = fromFields(head, body, fields, item)
  const files = fields.get('files')
  const status = item.status
  return {
    entry: {
      ...entry,
      ...(status && { status }),
      section: [item.line, item.endLine],
      files: files ? readPaths({ ...files, value: dropBrackets(files.value) }) : [],
    },
    declared,
    depends: all.filter(({ name }) => name === 'dependsOn'),
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
  { id, title, type, status }: SubtaskHeading,
  body: string,
  fields: ReadonlyMap<FieldName, Field>,
  { line, column }: { line: number; column: number },
): Section => {
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
      boxed: status,
      line,
      column,
    },
    issues,
  )
  return { entry, declared: typeField !== undefined || type !== undefined, issues }
}

const dropBrackets = (value: string): string =>
  value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value
