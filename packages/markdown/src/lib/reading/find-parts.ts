import { isBesideWork, isCriteriaHeading } from '../section/is-beside-work.ts'
import { isOrderTitle } from '../order/order-by-waves.ts'
import { onceFor } from '../outline/once-for.ts'
import type { Block, HeadingBlock, ItemBlock, Outline } from '../outline/outline.ts'
import { plainText } from '../words/plain-text.ts'
import { readLabel } from '../words/read-label.ts'

/** A heading or a box of a document. */
export interface DocumentPart {
  kind: 'heading' | 'box'
  /** As written, with its Markdown: see `nameOf`. */
  source: string
  line: number
  /** The last line of a heading's section, or of a box's item. */
  endLine: number
  /** Level of the heading; 0 for a box. */
  level: number
  /** The series that a numbered heading belongs to: its level and its word. */
  series?: string | undefined
  /** The sign in a box, if it is neither a space nor an x. */
  sign: string | undefined
  /** The box as written, if it is misspelled. */
  misspelled?: string | undefined
  /** Whether it is about criteria, or below a heading or a label that is. */
  criteria: boolean
  /** Whether it is below a heading about something beside the work, or is one. */
  beside: boolean
}

/** Sections of checklists about the order of the work, which the tasks themselves declare. */
const aboutOrder =
  /^(?:dependencies (?:&|and) execution order|phase dependencies|user story dependencies|within each user story|parallel (?:opportunities|examples?|execution)\b.*|implementation strategy|format: .*|path conventions)$/i

const optional = /^\[[ xX~-]\]\*(?:\s|$)/
const longest = 60

/**
 * Lists the headings and the boxes of a document, in order. Those in quotes, fences and comments are examples
 * and not listed.
 */
export const findParts = onceFor(({ blocks, lines }: Outline): readonly DocumentPart[] => {
  const parts: DocumentPart[] = []
  const open: DocumentPart[] = []
  /** Whether the label above is about criteria, and the last line of the list item that is. */
  let label = false
  let itemEnd = 0
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth === 0) {
      while ((open.at(-1)?.level ?? 0) >= block.level) {
        const last = open.pop()
        if (last) last.endLine = block.line - 1
      }
      const text = plainText(block.text)
      // The title of the document does not describe its sections.
      const above = open.findLast(({ level }) => level > 1)
      const part: DocumentPart = {
        kind: 'heading',
        source: block.text,
        line: block.line,
        endLine: lines.length,
        level: block.level,
        series: seriesOf(block),
        sign: undefined,
        criteria: (above?.criteria ?? false) || isCriteriaHeading(text),
        beside:
          (above?.beside ?? false) ||
          (block.level > 1 && (isBesideWork(text) || aboutOrder.test(text) || isOrderTitle(text))),
      }
      parts.push(part)
      open.push(part)
      label = false
    } else if (block.kind === 'paragraph' && block.depth === 0) label = isLabel(block.text)
    else if (block.kind === 'item' && block.depth === block.nesting - 1) {
      if (block.line > itemEnd && isLabel(block.text)) itemEnd = block.endLine
      if (!isBox(block)) continue
      const heading = open.at(-1)
      parts.push({
        kind: 'box',
        source: block.text,
        line: block.line,
        endLine: block.endLine,
        level: 0,
        sign: block.sign,
        misspelled: block.misspelled,
        criteria: label || block.line <= itemEnd || (heading !== undefined && isUnder(heading)),
        beside: heading?.beside ?? false,
      })
    }
  }
  return parts
})

const isBox = ({ checked, text }: ItemBlock): boolean => checked !== undefined || optional.test(text)

/** A title about criteria does not make the boxes below it criteria. */
const isUnder = ({ criteria, level }: DocumentPart): boolean => criteria && level > 1

const isLabel = (text: Extract<Block, { text: string }>['text']): boolean => {
  const label = readLabel(firstLine(text).slice(0, 200))
  return label !== '' && isCriteriaHeading(label)
}

const firstLine = (text: string): string => {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

/** The number before the name of a section, with its word: `Phase 2`, `3.`. */
const numbering = /^[^\p{L}\p{N}]{0,8}(?:(\p{L}{1,20})[\s#-]{0,3})?\p{N}/u

const seriesOf = ({ text, level }: HeadingBlock): string | undefined => {
  const match = numbering.exec(nameOf({ source: text }))
  return match ? `${level} ${(match[1] ?? '').toLowerCase()}` : undefined
}

/** Returns the text of a part as plain text of at most 60 characters. */
export const nameOf = ({ source }: Pick<DocumentPart, 'source'>): string => {
  const text = plainText(firstLine(source))
  return text.length > longest ? `${text.slice(0, longest - 3).trimEnd()}...` : text
}
