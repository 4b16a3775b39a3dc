import { normalizePhaseId, type PlacedWork, type PlanMark } from '@amelia/core/plugin'
import type { Outline } from '../outline/outline.ts'
import { readOutline } from '../outline/read-outline.ts'
import { plainText } from '../words/plain-text.ts'
import { findParts } from '../reading/find-parts.ts'
import { foldHead, foldId } from '../words/fold-head.ts'
import { foldLabel } from '../words/fold-label.ts'
import { isPhaseName } from '../words/is-phase-name.ts'
import { addMark, findInTitle, startOf } from './find-in-title.ts'
import { findOwners } from './find-owners.ts'
import { type Change, doneStatus, findBox, findStatus, findUnknown } from './find-status.ts'
import { cellAt, findInCell, findStatusRows } from './find-status-rows.ts'

/**
 * Finds the marks of a Markdown document that say that its work is not done: boxes, cells of a column Status,
 * lines `**Status:** pending`, and signs and remarks in titles, of the work and of phases in an overview.
 *
 * A box below open work belongs to it, except for criteria. A title without a mark gets the one that finished
 * work of its kind has.
 */
export const findMarks = (source: string, works: readonly PlacedWork[]): PlanMark[] => {
  const outline = readOutline(source)
  const textOf = (line: number): string => outline.lines[line - 1] ?? ''
  const open = new Set(works.filter(isOpen).map(({ line }) => line))
  for (const { line, status } of works) if (status === 'done') open.delete(line)
  const marks = new Map<string, PlanMark>()
  const marked = new Set<number>()
  const add = (work: number, line: number, change: Change | undefined): boolean => {
    if (!change || !open.has(work)) return false
    const { at, ...texts } = change
    const key = `${line}:${at}`
    if (!marks.has(key)) marks.set(key, { work, line, column: at + 1, ...texts })
    marked.add(work)
    return true
  }
  const phases = new Map(works.flatMap(({ kind, id, line }) => (kind === 'phase' ? [[id, line]] : [])))
  const ticked = tickedBox(outline)
  const rows = findStatusRows(outline)
  const parts = findParts(outline)
  const named = new Map<number, number>()
  for (const { source: text, line } of parts) {
    const phase = isPhaseName(text) ? phases.get(phaseId(text)) : undefined
    if (phase !== undefined) named.set(line, phase)
  }
  const headings = parts.filter(({ kind, line }) => kind === 'heading' && named.has(line))
  const owners = findOwners(outline, works, new Map(headings.map(({ line }) => [line, named.get(line)!])))

  for (const work of open) {
    const row = rows.get(work)
    const text = textOf(work)
    if (!row) add(work, work, findInTitle(text, ticked))
    else if (row.status >= 0) add(work, work, findInCell(text, row))
    else
      row.cells.some(({ column }) => {
        const change = findInTitle(cellAt(text, column - 1), ticked)
        return add(work, work, change && { ...change, at: column - 1 + change.at })
      })
  }
  for (const [line, row] of rows) {
    const work = row.isPhases && row.status >= 0 ? phases.get(rowId(row.cells[0]?.text ?? '')) : undefined
    if (work !== undefined && !rows.has(work)) add(work, line, findInCell(textOf(line), row))
  }
  for (const { line, source: text, kind, criteria, beside } of parts) {
    if (criteria || (kind === 'heading' && !named.has(line))) continue
    const work = named.get(line) ?? (beside ? 0 : owners.of(line))
    if (kind === 'heading') add(work, line, findInTitle(textOf(line), ticked))
    else if (text !== '') add(work, line, boxOf(textOf(line), ticked))
  }
  const fields = findFields(outline)
  const done = fields.map(({ value }) => doneStatus(value)).find((status) => status !== undefined)
  const stated = new Set<number>()
  for (const { line, at, value, isAlone } of fields) {
    const work = owners.of(line)
    const change = stated.has(work)
      ? undefined
      : (findStatus(value, done) ?? (isAlone ? findUnknown(value, done) : undefined))
    if (add(work, line, change && { ...change, at: at + change.at })) stated.add(work)
  }
  const samples = new Map<string, string>()
  for (const { line, status } of works) if (status === 'done') samples.set(owners.kindOf(line), textOf(line))
  for (const work of open) {
    const sample = marked.has(work) ? undefined : samples.get(owners.kindOf(work))
    if (sample !== undefined && !rows.has(work)) add(work, work, addMark(textOf(work), sample))
  }
  return [...marks.values()].sort((one, other) => one.line - other.line || one.column - other.column)
}

const isOpen = ({ status }: PlacedWork): boolean => status === 'pending' || status === 'in_progress'

const boxOf = (line: string, ticked: string | undefined): Change | undefined => {
  const start = startOf(line)
  const change = findBox(line.slice(start, start + 4), ticked)
  return change?.at === 0 ? { ...change, at: start } : undefined
}

/** Returns the sign in most ticked boxes of a document. */
const tickedBox = ({ lines }: Outline): string | undefined => {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const [, box] = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+(\[[xX✓✔✅☑√v]\uFE0F?\])/u.exec(line) ?? []
    if (box !== undefined) counts.set(box, (counts.get(box) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

const phaseId = (text: string): string =>
  rowId(foldHead(plainText(text.split('\n', 1)[0] ?? '')).replace(/^[^\p{L}\p{N}]*/u, ''))

/** Returns the id that a name of a phase begins with: `2a` for `Phase 2A: Backend`. */
const rowId = (text: string): string => {
  const name = foldId(plainText(text)).replace(/^[^\p{L}\p{N}]*(?:\p{L}{2,12}[\s#-]+(?=\S*\d))?/u, '')
  return normalizePhaseId(/^[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*/u.exec(name)?.[0] ?? '')
}

const label = /(?<![\p{L}\p{N}])(\p{L}{2,12})[*_]{0,3}\s*[:：][*_]{0,3}\s*/gu

/** A sign or at most two words, with a remark in brackets. */
const short = /^[^\p{L}\p{N}]*(?:\p{L}+(?:[ -]\p{L}+)?)?[^\p{L}\p{N}(（]*(?:[(（][^()（）]*[)）])?\s*$/u

/** Finds the fields `Status` in paragraphs and items, and the one of front matter. */
const findFields = ({
  blocks,
  lines,
  frontMatter,
}: Outline): { line: number; at: number; value: string; isAlone: boolean }[] => {
  const places = blocks.flatMap((block) => {
    if (block.kind !== 'paragraph' && block.kind !== 'item') return []
    return block.text.split('\n').map((_, index) => block.line + index)
  })
  for (let line = frontMatter?.line ?? 1; line < (frontMatter?.endLine ?? 0); line++) places.push(line)
  return [...new Set(places)].flatMap((line) => {
    const text = lines[line - 1] ?? ''
    if (!/[:：]/.test(text)) return []
    for (const match of text.matchAll(label)) {
      if (foldLabel(match[1] ?? '').toLowerCase() !== 'status') continue
      const at = match.index + match[0].length
      const value = text.slice(at)
      const isAlone = /^[^\p{L}\p{N}]*$/u.test(text.slice(0, match.index)) && short.test(value)
      return [{ line, at, value, isAlone }]
    }
    return []
  })
}
