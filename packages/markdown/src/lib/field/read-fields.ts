import { phaseFieldNames, type PhaseFieldName, phaseFields } from '@amelia/core/plugin'
import { onceFor } from '../outline/once-for.ts'
import type { Block, ItemBlock, Outline } from '../outline/outline.ts'
import { foldLabel } from '../words/fold-label.ts'
import { foldValue } from '../words/fold-value.ts'
import { isTypo } from '../words/repair-heading.ts'
import { remembered } from '../words/remembered.ts'

/** A field that a labelled line of a plan can set. */
export type FieldName =
  | PhaseFieldName
  | 'dependsOn'
  | 'parallelWith'
  | 'files'
  | 'type'
  | 'goal'
  | 'tracker'
  | 'tasks'

/**
 * A line such as `**Depends on:** 1a`, with the list below it if it is empty. References to phases may
 * continue on the next lines.
 */
export interface Field {
  /** The field that the label names. */
  name: FieldName
  /** The label as written, in lower case. */
  label: string
  /** As written, with its Markdown. */
  value: string
  /** Items of the list that follows an empty value. */
  items: ItemBlock[]
  /** The line of the field, from 1. */
  line: number
  /** The column of the field, from 1. */
  column: number
}

const labels = new Map<string, FieldName>([
  ['depends on', 'dependsOn'],
  ['depends_on', 'dependsOn'],
  ['depends upon', 'dependsOn'],
  ['depends', 'dependsOn'],
  ['dependencies', 'dependsOn'],
  ['dependency', 'dependsOn'],
  ['blocked by', 'dependsOn'],
  ['requires', 'dependsOn'],
  ['prerequisites', 'dependsOn'],
  ['prerequisite', 'dependsOn'],
  ['parallel with', 'parallelWith'],
  ['can run in parallel with', 'parallelWith'],
  ['files', 'files'],
  ['file', 'files'],
  ['files touched', 'files'],
  ['files_touched', 'files'],
  ...phaseFieldNames.flatMap((name) =>
    [phaseFields[name].label.toLowerCase(), ...phaseFields[name].labels].map(
      (label) => [label, name] as const,
    ),
  ),
  ['type', 'type'],
  ['goal', 'goal'],
  ['tracker', 'tracker'],
  ['tracker id', 'tracker'],
  ['tasks', 'tasks'],
  ['subtasks', 'tasks'],
])
/** Fields whose values are not one of a few words. */
const asWritten: ReadonlySet<FieldName> = new Set([
  'dependsOn',
  'parallelWith',
  'files',
  'goal',
  'tracker',
  'tasks',
])
/** Fields whose values may continue on the next line. */
const references: ReadonlySet<FieldName> = new Set(['dependsOn', 'parallelWith'])
/** A longer value does not continue, so that reading takes linear time. */
const longestValue = 4_000
const maxLabel = 40

/**
 * Returns the fields in blocks, in order. Labels are in paragraphs, quotes and list items, with or without
 * emphasis.
 */
export const readFields = (blocks: readonly Block[]): Field[] => {
  const fields: Field[] = []
  /** The field that the next items may belong to. */
  let open: { field: Field; depth: number } | undefined
  for (const block of blocks) {
    if (block.kind === 'item') {
      // Markdown joins a list of files and the checkboxes after it, which authors do not mean.
      const files = open?.field.name === 'files' ? open.field.items[0] : undefined
      if (files && files.checked === undefined && block.checked !== undefined) open = undefined
      if (open && block.depth >= open.depth) {
        open.field.items.push(block)
        continue
      }
      open = addFields(block, block.depth + 1, fields)
    } else if (block.kind === 'paragraph') {
      if (open && block.depth > open.depth) continue
      open = addFields(block, block.depth, fields)
    } else {
      open = undefined
    }
  }
  return fields
}

/** Returns the fields of a document, which it reads once. Treat them as read-only. */
export const fieldsOf = onceFor(({ blocks }: Outline): readonly Field[] => readFields(blocks))

type TextBlock = Extract<Block, { text: string }>

const addFields = (
  block: TextBlock,
  depth: number,
  fields: Field[],
): { field: Field; depth: number } | undefined => {
  if (!separator.test(block.text)) return undefined
  let field: Field | undefined
  // Each caller adds the items below a field to its own copy.
  const { found, isOpen } = readLines(block.text)
  for (const { name, label, value, index } of found) {
    const column = index === 0 ? block.column : 1
    field = { name, label, value, items: [], line: block.line + index, column }
    fields.push(field)
  }
  return field && isOpen ? { field, depth } : undefined
}

/** A field in a text, at a line from 0. */
interface FoundField extends Pick<Field, 'name' | 'label' | 'value'> {
  index: number
}

/** Reads the fields in the text of a block. `isOpen`: a list below the last one is its value. */
const readLines = remembered((text): { found: readonly FoundField[]; isOpen: boolean } => {
  const all: FoundField[] = []
  let last: FoundField | undefined
  for (let index = 0, from = 0; from <= text.length; index++) {
    const newline = text.indexOf('\n', from)
    const end = newline < 0 ? text.length : newline
    const line = text.slice(from, end)
    from = end + 1
    const found = splitLabels(line)
    if (last && found.length === 0 && isUnfinished(last) && !labelled.test(line)) {
      last.value = `${last.value} ${line.trim()}`.trim()
      continue
    }
    last = undefined
    for (const { label, value } of found) {
      const name = labels.get(label)
      if (!name) continue
      last = {
        name,
        label,
        value: asWritten.has(name) ? value : foldValue(value),
        index,
      }
      all.push(last)
    }
  }
  return { found: all, isOpen: last?.value === '' }
})

/** One of these is in each line with a label. */
const separator = /[:：=]/
/** A line with a label, known or not. Numbers belong to names of phases: `Phase 1: types`. */
const labelled = /^\s*[^\d:：]{1,40}[:：]/

const isUnfinished = ({ name, value }: Pick<Field, 'name' | 'value'>): boolean =>
  references.has(name) &&
  value.length < longestValue &&
  (value === '' || /(?:[,;&、，；]|\band)$/i.test(value.slice(-4)))

/** Returns `empty: ok` for the line `empty=ok`; any other line unchanged. */
const asField = (line: string): string =>
  line.includes('=') && /^[*_`\s]{0,8}empty=(?:ok|no)[*_`\s]{0,8}$/i.test(line)
    ? line.replace(/[*_`]/g, '').replace('=', ': ')
    : line

/** Returns the labels of a line with their values: several if each is in bold. */
const splitLabels = (line: string): { label: string; value: string }[] => {
  const found: { label: string; value: string }[] = []
  if (!separator.test(line)) return found
  let rest = asField(line).trim()
  for (;;) {
    const read = splitLabel(rest)
    if (!read) return found
    const next = findNextLabel(read.value)
    found.push({ label: read.label, value: next < 0 ? read.value : trimSeparator(read.value.slice(0, next)) })
    if (next < 0) return found
    rest = read.value.slice(next)
  }
}

const splitLabel = (line: string): { label: string; value: string } | undefined => {
  let start = 0
  while (start < line.length && (line[start] === '*' || line[start] === '_')) start++
  const head = line.slice(start, start + maxLabel)
  const colon = head.search(/[:：]/)
  if (colon < 1) return undefined
  let end = colon
  while (end > 0 && (head[end - 1] === '*' || head[end - 1] === '_')) end--
  const label = readLabel(head.slice(0, end))
  if (label === '') return undefined
  let from = start + colon + 1
  if (start > 0 && end === colon) while (line[from] === '*' || line[from] === '_') from++
  const value = line.slice(from).trim()
  // `*Depends on: 1*`: the emphasis ends behind the value.
  const closing = [...line.slice(0, start)].reverse().join('')
  const isOpen = start > 0 && end === colon && from === start + colon + 1 && value.endsWith(closing)
  return { label, value: isOpen ? value.slice(0, -start).trim() : value }
}

/** Returns a known label in English and lower case, without the signs before it; empty for any other text. */
const readLabel = remembered((written: string): string => {
  const plain = written.replaceAll('\t', ' ').trim()
  const folded = foldLabel(plain)
  const label = folded.toLowerCase()
  if (labels.has(label)) return label
  if (folded !== plain && labels.has(`${label}s`)) return `${label}s`
  const bare = signs.test(label) ? foldLabel(label.replace(signs, '')) : label
  if (labels.has(bare)) return bare
  return exact.find((each) => isTypo(bare, each)) ?? ''
})

/** Labels that are read in spite of a typing error, because a phase would run too early. */
const exact = ['depends on', 'dependencies', 'blocked by', 'prerequisites']

const signs = /^[^\p{L}\p{N}]{1,6}/u

const findNextLabel = (value: string): number => {
  for (let at = value.indexOf('**'); at >= 0; at = value.indexOf('**', at + 2)) {
    if (splitLabel(value.slice(at, at + maxLabel + 4))) return at
  }
  return -1
}

const trimSeparator = (value: string): string => {
  let end = value.length
  while (end > 0 && ' |·•,;，、；｜'.includes(value[end - 1] ?? '')) end--
  return value.slice(0, end)
}
