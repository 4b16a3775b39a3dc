import { type PhaseDraft, type PlanIssue, readStatus } from '@amelia/core/plugin'
import type { HeadingBlock, ItemBlock, Outline } from '../outline/outline.ts'
import { plainText } from '../words/plain-text.ts'
import { fieldsOf } from '../field/read-fields.ts'
import { foldValue } from '../words/fold-value.ts'
import { findUnclearMark, readMarked } from '../words/read-marked.ts'

/** Warns about phases whose titles have a mark that may be a status, or that only may be one. */
export const reportMarks = (outline: Outline, phases: readonly PhaseDraft[]): PlanIssue[] => {
  const known = new Map(phases.map((phase) => [phase.line ?? 0, phase]))
  const titles = outline.blocks.flatMap((block): Title[] => {
    const isTitle = block.kind === 'heading' ? block.depth === 0 : block.kind === 'item'
    const phase = isTitle ? known.get(block.line) : undefined
    return phase ? [{ phase, block: block as Title['block'] }] : []
  })
  return [...titles.flatMap(reportUnclear), ...reportLone(outline, phases, titles)]
}

interface Title {
  phase: PhaseDraft
  block: HeadingBlock | ItemBlock
}

const reportUnclear = ({ phase, block }: Title): PlanIssue[] => {
  const mark = phase.status || block.kind === 'item' ? undefined : findUnclearMark(plainText(block.text))
  if (mark === undefined) return []
  const message = `The mark ${mark} does not state a status, so phase ${phase.id} counts as pending. Write a word: "**Status:** done", or cancelled.`
  return [issueAt(message, block)]
}

/**
 * Warns about phases that will not run because of their titles alone, such as `Completed orders (done)`. Two
 * marks of one kind, a status elsewhere in the plan, or a ticked box of the phase confirm a mark.
 */
const reportLone = (
  outline: Outline,
  phases: readonly PhaseDraft[],
  titles: readonly Title[],
): PlanIssue[] => {
  const marked = titles.flatMap((title) => {
    const mark = readMark(title)
    return mark ? [{ ...title, ...mark }] : []
  })
  const lone = marked.filter(
    ({ phase, kind }) =>
      kind !== 'box' &&
      !open.has(phase.status ?? '') &&
      !phase.subtasks?.some(({ status }) => status === 'done') &&
      marked.filter((other) => other.kind === kind).slice(0, 2).length < 2,
  )
  if (lone.length === 0) return []
  const explained = new Set(marked.map(({ phase }) => phase))
  const isStated =
    phases.some((phase) => phase.status !== undefined && !explained.has(phase)) ||
    fieldsOf(outline).some(
      ({ name, value }) => name === 'status' && readStatus(foldValue(plainText(value))) !== undefined,
    )
  return isStated
    ? []
    : lone.map(({ phase, block, mark }) =>
        issueAt(
          `Only "${mark}" in its title marks phase ${phase.id} as ${phase.status}, so it will not run. Reword the title if it is work; write "**Status:** ${phase.status}" if not.`,
          block,
        ),
      )
}

const open = new Set(['', 'pending', 'in_progress'])
const longestMark = 40

/** Returns the mark that gives a phase its status, with its kind. */
const readMark = ({ phase, block }: Title): { mark: string; kind: 'box' | 'sign' | 'word' } | undefined => {
  if (block.kind === 'item' && block.status) return undefined
  const [first = ''] = block.text.split('\n', 1)
  const text = plainText(first).trim()
  const { title, status } = readMarked(text)
  if (status === undefined || status !== phase.status) return undefined
  const [sign] = /^\p{So}/u.exec(text) ?? []
  const at = text.indexOf(title)
  const mark = sign ?? text.slice(at + title.length).trim()
  const kind = /\[[ xX~-]\]/.test(mark) ? 'box' : /[\p{So}√]/u.test(mark) ? 'sign' : 'word'
  return { mark: mark.slice(0, longestMark), kind }
}

const issueAt = (message: string, { line, column }: Title['block']): PlanIssue => ({
  ...{ severity: 'warning', code: 'STATUS_UNKNOWN', message, line, column },
})
