import { findUnclosed, type PhaseDraft, type PlanIssue, type PlanReading } from '@amelia/core/plugin'
import type { DocumentNode } from '../data/document-node.ts'
import type { Outline } from '../outline/outline.ts'
import { accountForFrontMatter, type FrontMatterAccount } from './account-for-front-matter.ts'
import { findGaps } from './find-gaps.ts'
import { findHidden, findUnits, type HiddenLine } from './find-hidden.ts'
import type { Sign } from '../words/read-sign.ts'
import { repairHeading } from '../words/repair-heading.ts'
import { type DocumentPart, findParts, nameOf } from './find-parts.ts'
import { noteDependencies } from './note-dependencies.ts'
import { reportFences } from './report-fences.ts'
import { findHiddenRows } from './hidden/find-hidden-rows.ts'
import { findItemsWithoutBox } from './hidden/find-items-without-box.ts'
import { findSpelledUnits } from './hidden/find-spelled-units.ts'
import { reportHidden } from './report-hidden.ts'
import { reportMarks } from './report-marks.ts'
import { reportPlans } from './report-plans.ts'
import { reportSentences } from './report-sentences.ts'
import { noteSigns, reportSigns } from './report-signs.ts'
import { reportSkipped } from './report-skipped.ts'

/** The text that was read, and what became part of the plan. */
export interface AccountRequest {
  /** The blocks of the text. */
  outline: Outline
  /** The phases that were read. */
  phases: readonly PhaseDraft[]
  /** The first and the last line of each text that a phase or a subtask has, beside their own lines. */
  read: Iterable<readonly [from: number, to: number]>
  /** Says how phases without declared dependencies are ordered. */
  rule: string
  /** By line, why a heading is not part of the plan: the end of a sentence. */
  reasons?: ReadonlyMap<number, string>
  /**
   * The front matter from which readers took values, or `text` if it is part of the text of a phase. Without
   * it, nobody took any.
   */
  front?: DocumentNode | 'text' | undefined
  /** Notes about the order that was read from other sections. */
  notes?: NonNullable<PlanReading['notes']>
}

/**
 * Accounts for each heading and box of a document: it is read, it is about criteria, it is context, or it is
 * skipped, which a warning `CONTENT_SKIPPED` states with its lines. So is each value of the front matter. A
 * document of several plans is an error.
 *
 * Read is a phase, a subtask, a part of their texts, the title of the document, and a heading with any of
 * these below it. Context is a heading without boxes that is before the first phase, or is about something
 * beside the work. A heading that is numbered like the phases, on their level, is never context.
 */
export const accountFor = ({
  outline,
  phases,
  read,
  rule,
  reasons = new Map(),
  front,
  notes: others = [],
}: AccountRequest): { reading: PlanReading; issues: PlanIssue[] } => {
  const last = outline.lines.length
  /** By line: 1 where a phase or a subtask is, 2 where another text that was read begins. */
  const marks = new Uint8Array(last + 2)
  const depth = new Int32Array(last + 2)
  const add = (from: number, to: number, mark: 1 | 2): void => {
    if (from < 1 || from > last || to < from) return
    if (marks[from] !== 1) marks[from] = mark
    depth[from]!++
    depth[Math.min(to, last) + 1]!--
  }
  for (const { line = 0, subtasks = [] } of phases) {
    add(line, line, 1)
    for (const part of subtasks) add(part.line ?? 0, part.line ?? 0, 1)
  }
  for (const [from, to] of read) add(from, to, 2)
  /** Number of lines up to each line that are read. */
  const total = new Int32Array(last + 2)
  let first = last + 1
  for (let line = 1, open = 0; line <= last; line++) {
    open += depth[line]!
    if (open > 0 && line < first) first = line
    total[line] = total[line - 1]! + (open > 0 ? 1 : 0)
  }
  const hasRead = (from: number, to: number): boolean => total[Math.min(to, last)]! > total[from - 1]!

  const parts = findParts(outline)
  const title = parts.find(({ kind }) => kind === 'heading')
  const series = new Set(parts.flatMap(({ line, series }) => (marks[line] ? (series ?? []) : [])))
  const units = findUnits(outline, phases, marks)
  const lines = findHidden(outline, units, marks)
  const more = [
    ...findHiddenRows(outline, phases, marks),
    ...findItemsWithoutBox(outline, phases, marks),
    ...findSpelledUnits(outline, units, marks),
  ]
  const candidates = more.length === 0 ? lines : mergeLines(lines, more)
  const hiddenLines = new Set(candidates.map(({ line }) => line))
  const isRead = (part: DocumentPart): boolean =>
    hasRead(part.line, part.kind === 'heading' ? part.endLine : part.line) ||
    (part === title && part.line < first && !series.has(part.series ?? ''))
  /** Whether a heading is nearly one of the plan's series: `Tsak 3: c`. */
  const isNearly = ({ line }: DocumentPart): boolean =>
    repairHeading(outline.lines[line - 1] ?? '', units.own) !== undefined
  const isContext = (part: DocumentPart, next: DocumentPart | undefined): boolean =>
    part.kind === 'heading' &&
    (part.beside || (part.line < first && !isNearly(part))) &&
    !series.has(part.series ?? '') &&
    !hiddenLines.has(part.line) &&
    (next?.kind !== 'box' || next.criteria || isRead(next))

  const boxes: DocumentPart[] = []
  const context: DocumentPart[] = []
  const skipped = new Set<DocumentPart>()
  /** Lines of conditions. A unit of the plan's series below criteria is work, with its section. */
  const criteria = new Set<number>()
  let unitEnd = 0
  parts.forEach((part, index) => {
    const { line, endLine } = part
    if (part.criteria && line > unitEnd && hiddenLines.has(line) && !isNumberOnly(units.signs.get(line)))
      unitEnd = endLine
    if (part.criteria && line > unitEnd && marks[line] !== 1) criteria.add(line)
    else if (isRead(part)) {
      if (part.kind === 'box') boxes.push(part)
    } else if (isContext(part, parts[index + 1])) context.push(part)
    else skipped.add(part)
  })
  const accounted = new Set([...criteria, ...[...skipped].map(({ line }) => line)])
  const hidden = candidates.filter(({ line }) => !accounted.has(line))
  for (const { line } of hidden) accounted.add(line)
  const gaps = findGaps(outline, units, accounted)
  const unread = [...hidden, ...gaps.hidden]
  const isWork = (part: DocumentPart): boolean =>
    (part.kind === 'box' && !part.beside) ||
    series.has(part.series ?? '') ||
    (part.kind === 'heading' && (hiddenLines.has(part.line) || isNearly(part)))
  const several = reportPlans(phases, parts)
  const sentences = reportSentences(outline, phases)
  const beside = front === 'text' ? nothing : accountForFrontMatter(outline, front)
  const notes = [
    ...beside.notes,
    ...noteDependencies(outline, phases),
    ...sentences.notes,
    ...noteSigns(boxes),
    ...others,
  ]
  return {
    reading: {
      ...{ rule, boxes: boxes.length, criteria: criteria.size },
      context: context.map(place),
      skipped: [
        ...beside.skipped,
        ...[...skipped].map((part) => ({ ...place(part), ...(isWork(part) && { work: true as const }) })),
        ...unread.map(({ line, text }) => ({ line, text, work: true as const })),
      ].sort((one, other) => one.line - other.line),
      ...(notes.length > 0 && { notes }),
    },
    issues: [
      ...beside.issues,
      ...(several ? [several] : []),
      ...reportFences(outline),
      ...findUnclosed(outline.markdown),
      ...reportHidden(hidden),
      ...gaps.issues,
      ...reportSkipped(parts, skipped, addRepairs(outline, skipped, units.own, reasons), ({ line }) =>
        (units.signs.get(line) ?? []).some(({ series: name }) => units.own.has(name)),
      ),
      ...reportSigns(boxes),
      ...reportMarks(outline, phases),
      ...sentences.issues,
    ],
  }
}

/** Returns whether a line is a heading with a number alone: conditions are numbered too. */
const isNumberOnly = (signs: readonly Sign[] = []): boolean =>
  signs.length > 0 && signs.every(({ series }) => !/\p{L}/u.test(series))

/** Merges two lists of lines in order, each line once. */
const mergeLines = (lines: readonly HiddenLine[], more: readonly HiddenLine[]): HiddenLine[] => {
  const known = new Set(lines.map(({ line }) => line))
  return [...lines, ...more.filter(({ line }) => !known.has(line))].sort((a, b) => a.line - b.line)
}

const nothing: FrontMatterAccount = { skipped: [], notes: [], issues: [] }

/** Adds a repair for each skipped heading that is nearly one of the plan's series. */
const addRepairs = (
  { lines }: Outline,
  skipped: Iterable<DocumentPart>,
  own: ReadonlySet<string>,
  reasons: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> => {
  const repairs = [...skipped].flatMap(({ kind, line }) => {
    const repaired = kind === 'heading' ? repairHeading(lines[line - 1] ?? '', own)?.line : undefined
    return repaired === undefined ? [] : [[line, `write "${repaired.trim().slice(0, 80)}"`] as const]
  })
  return repairs.length === 0 ? reasons : new Map([...reasons, ...repairs])
}

const place = (part: DocumentPart): { line: number; text: string } => ({
  line: part.line,
  text: nameOf(part),
})
