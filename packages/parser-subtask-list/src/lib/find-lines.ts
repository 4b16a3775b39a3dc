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
export const findLines = onceFor(({ blocks, lines, frontMatter }: Outline): FoundLines => {
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
    const message = `"${read.title.slice(0, 60)}" looks like a subtask, but has no id, so it is ignored: write 1a. "title" before the first arrow.`
    issues.push({ severity: 'warning', code: 'CONTENT_SKIPPED', message, ...place })
  })
  return { entries, issues, ...(stray && { stray }) }
})

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
