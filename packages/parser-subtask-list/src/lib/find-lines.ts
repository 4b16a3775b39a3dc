import type { PlanIssue } from '@amelia/core/plugin'
import type { FenceBlock, Outline } from '@amelia/markdown'
import type { Entry } from './entry.ts'
import { readLineEntry } from './read-entry.ts'
import { readSubtaskLine } from './read-subtask-line.ts'

/** What the lines of a document say. */
export interface FoundLines {
  entries: Entry[]
  /** The first line that is no subtask, in a fence that begins as a list of them. */
  stray?: { line: number; column: number }
  issues: PlanIssue[]
}

const known = new WeakMap<Outline, FoundLines>()

/**
 * The subtasks that are written on one line each.
 *
 * Fences and comments are opaque, but for a fence in which every line is a subtask, a label (`Subtasks:`) or
 * blank. Other lines count wherever they stand: a list, a paragraph, a heading, indented. The answer for an
 * outline is remembered.
 */
export const findLines = (outline: Outline): FoundLines => {
  const found = known.get(outline) ?? find(outline)
  known.set(outline, found)
  return found
}

const find = ({ blocks, lines, frontMatter }: Outline): FoundLines => {
  const issues: PlanIssue[] = []
  const hidden = new Set<number>()
  const hide = (from: number, to: number): void => {
    for (let line = from; line <= to; line++) hidden.add(line)
  }
  if (frontMatter) hide(1, frontMatter.endLine)
  let stray: FoundLines['stray']
  for (const block of blocks) {
    if (block.kind !== 'fence' && block.kind !== 'html') continue
    const reads = block.kind === 'fence' ? readsAsList(block) : false
    if (reads === true) continue
    hide(block.line, block.endLine)
    if (reads !== false) stray ??= { line: reads, column: columnOf(lines[reads - 1] ?? '') }
  }
  const entries: Entry[] = []
  lines.forEach((text, index) => {
    const line = index + 1
    if (hidden.has(line)) return
    const read = readSubtaskLine(text.trim())
    if (!read) return
    const place = { line, column: columnOf(text) }
    if ('id' in read) {
      entries.push(readLineEntry(read, place, issues))
      return
    }
    const message = `"${read.title.slice(0, 60)}" looks like a subtask and is passed over: write 1a. "title" before the first arrow.`
    issues.push({ severity: 'warning', code: 'NOT_STRUCTURED', message, ...place })
  })
  return { entries, issues, ...(stray && { stray }) }
}

/**
 * Whether a fence is a list of subtasks; the number of the first line that is none, where it only begins as
 * one.
 */
const readsAsList = ({ content, line }: FenceBlock): boolean | number => {
  let found = false
  const lines = content.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const text = (lines[index] ?? '').trim()
    if (text === '') continue
    const read = readSubtaskLine(text)
    if (read && 'id' in read) found = true
    else if (!isLabel(text)) return found ? line + 1 + index : false
  }
  return found
}

const isLabel = (text: string): boolean =>
  text.length <= 40 && /^[\p{L}#*][\p{L}\p{N} #*-]*:[*]{0,2}$/u.test(text)

const columnOf = (text: string): number => {
  const at = text.search(/\S/)
  return at < 0 ? 1 : at + 1
}
