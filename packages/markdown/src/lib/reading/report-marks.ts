import type { PhaseDraft, PlanIssue } from '@amelia/core/plugin'
import type { Outline } from '../outline/outline.ts'
import { plainText } from '../plain-text.ts'
import { findUnclearMark } from '../words/read-marked.ts'

/** Warns about phases without a status whose headings have a mark that may be one. */
export const reportMarks = ({ blocks }: Outline, phases: readonly PhaseDraft[]): PlanIssue[] => {
  const open = new Map(
    phases.flatMap((phase) => (phase.status ? [] : [[phase.line ?? 0, phase.id] as const])),
  )
  return blocks.flatMap((block): PlanIssue[] => {
    const id = block.kind === 'heading' && block.depth === 0 ? open.get(block.line) : undefined
    const mark =
      id === undefined || block.kind !== 'heading' ? undefined : findUnclearMark(plainText(block.text))
    if (mark === undefined) return []
    const message = `The mark ${mark} does not state a status, so phase ${id} counts as pending. Write a word: "**Status:** done", or cancelled.`
    const { line, column } = block
    return [{ severity: 'warning', code: 'STATUS_UNKNOWN', message, line, column }]
  })
}
