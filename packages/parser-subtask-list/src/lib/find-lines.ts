import type { PlanIssue } from '@amelia/core/plugin'
import { type FenceBlock, onceFor, type Outline } from '@amelia/markdown'
import type { Entry } from './entry.ts'
import { readLineEntry } from './read-entry.ts'
import { readSubtaskLine } from './read-subtask-line.ts'

/** The subtask lines of a document. */
export interface FoundLines {
  entries: Entry[]
  /** The first line that is not a subtask, in a fence that starts as a list of subtasks. */
  stray?: { line: number; column: number }
  issues: PlanIssue[]
}

/**
 * Finds the subtasks that are written on one line each.
 *
 * Fences and comments are opaque, except a fence in which every line is a subtask, a label (`Subtasks:`) or
 * blank. Other lines count anywhere: in lists, paragraphs and headings, and indented. The result for an
 * outline is cached.
 */
export const findLines = onceFor((outline: Outline): FoundLines => {
  const issues: PlanIssue[] = []
  const withArrow = findArrows(outline)
  // Most documents have none.
  if (withArrow.length === 0) return { entries: [], issues }
  const { blocks, lines, frontMatter } = outline
  const hidden = new Uint8Array(lines.length + 2)
  const hide = (from: number, to: number): void => {
    hidden.fill(1, from, to + 1)
  }
  if (frontMatter) hide(1, frontMatter.endLine)
  let stray: FoundLines['stray']
  let next = 0
  for (const block of blocks) {
    if (block.kind !== 'fence' && block.kind !== 'html') continue
    while ((withArrow[next] ?? Infinity) < block.line) next++
    if ((withArrow[next] ?? Infinity) > block.endLine) continue
    const reads = block.kind === 'fence' ? readsAsList(block) : false
    if (reads === true) continue
    hide(block.line, block.endLine)
    if (reads !== false) stray ??= { line: reads, column: columnOf(lines[reads - 1] ?? '') }
  }
  const entries: Entry[] = []
  for (const line of withArrow) {
    const text = lines[line - 1] ?? ''
    if (hidden[line]) continue
    const read = readSubtaskLine(text.trim())
    if (!read) continue
    const place = { line, column: columnOf(text) }
    if ('id' in read) {
      entries.push(readLineEntry(read, place, issues))
      continue
    }
    const message = `"${read.title.slice(0, 60)}" looks like a subtask, but has no id, so it is ignored: write 1a. "title" before the first arrow.`
    issues.push({ severity: 'warning', code: 'CONTENT_SKIPPED', message, ...place })
  }
  return { entries, issues, ...(stray && { stray }) }
})

/** The arrow of a subtask's line, also in full width. */
const arrow = /[→⇒＞]|[-=－＝]>/g

/** Returns the numbers of the lines with an arrow. */
const findArrows = ({ text, starts }: Outline): number[] => {
  const found: number[] = []
  let line = 0
  for (const { index } of text.matchAll(arrow)) {
    const before = line
    while ((starts[line] ?? Infinity) <= index) line++
    if (line > before) found.push(line)
  }
  return found
}

/**
 * Tells whether a fence is a list of subtasks. If it only starts as one, returns the number of the first
 * other line.
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
