import type { PhaseDraft } from '@amelia/core/plugin'
import type { Block, Outline } from '../outline/outline.ts'
import { mayHaveSign, readSign, type Sign } from '../words/read-sign.ts'
import { repairHeading } from '../words/repair-heading.ts'
import { foldHead } from '../words/fold-head.ts'
import { plainText } from '../words/plain-text.ts'
import { asksForCommit } from '../section/is-commit.ts'

/** A line that looks like a unit of work of the plan's series and is none. */
export interface HiddenLine {
  line: number
  text: string
  /** The end of a sentence. */
  reason: string
  /** The line as a heading of the series, if it is nearly one. */
  repaired?: string
}

/** The units of a document, by its lines. */
export interface Units {
  /** By line, from 1, in order: what it begins with, in any cell. Lines without a sign are left out. */
  signs: ReadonlyMap<number, readonly Sign[]>
  /** The series of the phases and the subtasks. */
  own: ReadonlySet<string>
  /** Series and ids that were read: `task 3`. */
  known: ReadonlySet<string>
  /** The ids of the phases, and of subtasks with codes such as `T003` or numbers, by their lines. */
  ids: ReadonlyMap<number, string>
}

const longest = 60
/** Behind the id: a commit, which is Amelia's, or a unit that was finished before. */
const over =
  /^[^\p{L}]{0,8}(?:\([^()]{0,60}\)\W{0,4})?(?:already )?(?:complete|completed|done|finished|implemented|merged)\b/iu
export const isOver = ({ text, id }: Sign): boolean => {
  const rest = text.slice(text.toLowerCase().indexOf(id) + id.length)
  return over.test(rest) || asksForCommit(rest.replace(/^[^\p{L}]+|[*_`]+/gu, ''))
}
const nameOf = ({ series, id }: Sign): string => `${series} ${id}`

/**
 * Finds the lines that begin as a unit of the plan's own series, with an id that was not read: in a fence, a
 * comment, a quote, a cell, a list, HTML, or a text with a broken mark. `marks` is
 * positive where a text of the plan begins.
 */
export const findHidden = (
  outline: Outline,
  { signs, own, known }: Units,
  marks: Uint8Array,
): HiddenLine[] => {
  const found: { line: number; sign: Sign }[] = []
  for (const [line, each] of signs) {
    const sign = marks[line]
      ? undefined
      : each.find((one) => one.sure && own.has(one.series) && !known.has(nameOf(one)) && !isOver(one))
    if (sign) found.push({ line, sign })
  }
  // Most documents hide nothing.
  if (found.length === 0) return []
  const owners = ownersOf(outline)
  /** The tables with rows of the plan. */
  const tables = new Set(owners.filter((block, line) => block?.kind === 'table' && marks[line]))
  const hidden: HiddenLine[] = []
  for (const { line, sign } of found) {
    const owner = owners[line]
    // A number alone in another table is not one of the plan.
    if (owner?.kind === 'table' && !inCell.test(sign.text) && !tables.has(owner)) continue
    const written = outline.lines[line - 1] ?? ''
    const repaired = isText(owner) ? repairHeading(written, own)?.line.trim() : undefined
    const reason = repaired === undefined ? reasonOf(owner, written) : 'it is nearly a heading'
    hidden.push({ line, text: textOf(sign), reason, ...(repaired !== undefined && { repaired }) })
  }
  return hidden
}

const textOf = ({ text }: Sign): string =>
  plainText(text.replace(/-->.*|<[^<>]*>|\]\(.*/g, ''))
    .replace(/[*_`\s]+$/, '')
    .slice(0, longest)

/** Finds the units of a document. `marks` is positive where a text of the plan begins. */
export const findUnits = (
  { lines, frontMatter }: Outline,
  phases: readonly PhaseDraft[],
  marks: Uint8Array,
): Units => {
  const signs = new Map<number, readonly Sign[]>()
  for (let at = frontMatter?.endLine ?? 0; at < lines.length; at++) {
    const found = signsOf(lines[at] ?? '')
    if (found.length > 0) signs.set(at + 1, found)
  }
  const own = new Set<string>()
  const known = new Set<string>()
  const isPhase = new Set(phases.map(({ id }) => id))
  const phaseLines = new Set(phases.map(({ line = 0 }) => line))
  /** The series of the phases. */
  const outer = new Set<string>()
  for (const [line, [sign]] of signs) {
    if (!sign || !marks[line]) continue
    own.add(sign.series)
    if (phaseLines.has(line)) outer.add(sign.series)
    known.add(nameOf(sign))
    // `Phase 9` names both 9A and 9B.
    known.add(`${sign.series} ${sign.id.replace(/[a-z]$/, '')}`)
  }
  const ids = new Map<number, string>()
  const parts = phases.flatMap((phase) => [phase, ...(phase.subtasks ?? [])])
  for (const { id, line = 0 } of parts) {
    if (!ids.has(line) && (isPhase.has(id) || /^(?:[a-z]|\d{1,6}$)/i.test(id)))
      ids.set(line, id.toLowerCase())
    if (signs.has(line)) continue
    // An id by position hides nothing.
    if (
      !foldHead(lines[line - 1] ?? '')
        .toLowerCase()
        .includes(id.toLowerCase())
    )
      continue
    for (const series of phaseLines.has(line) ? outer : own) known.add(`${series} ${id.toLowerCase()}`)
  }
  return { signs, own, known, ids }
}

/** In a cell, a word before the number, or a title after the code. */
const inCell = /^\p{L}+(?:\s|-?[\d.]+\s?[:：]\s*\S)/u

const mostCells = 30

const none: Sign[] = []

/** Returns the signs of a line: of each cell, if it is a row of a table. */
const signsOf = (line: string): readonly Sign[] => {
  if (!mayHaveSign(line)) return none
  if (/^[\s>]*\|/.test(line)) return line.split('|', mostCells).flatMap((cell) => readSign(cell) ?? [])
  const sign = readSign(line)
  return sign ? [sign] : none
}

/** Returns the innermost block of each line, from 1. */
export const ownersOf = ({ blocks, lines }: Outline): (Block | undefined)[] => {
  const owners: (Block | undefined)[] = new Array<undefined>(lines.length + 2)
  for (const block of blocks) {
    const end = block.kind === 'heading' ? block.line : block.endLine
    owners.fill(block, block.line, end + 1)
  }
  return owners
}

const isText = (block: Block | undefined): boolean => block?.kind === 'item' || block?.kind === 'paragraph'

/** Says why a line in a block is not a unit: the end of a sentence. */
export const reasonOf = (block: Block | undefined, line: string): string => {
  if (block?.kind === 'fence') return `it is in a fence that begins in line ${block.line}`
  if (block?.kind === 'html' && block.content.trimStart().startsWith('<!--'))
    return `it is in a comment that begins in line ${block.line}`
  if (block?.kind === 'html' || /^\s*<[a-z/]/i.test(line)) return 'it is in HTML'
  if (/^\s*>/.test(line)) return 'it is in a quote'
  if (block?.kind === 'table') return 'it is in a table that is not a list of phases'
  if (block?.kind === 'heading') return 'this heading is not written like those of the others'
  if (block?.kind === 'item') return 'it is in a list'
  return block ? 'it is text' : 'it is in indented code'
}
