import type { PlanStatus } from '@amelia/core/plugin'
import { type Outline, plainText } from '@amelia/markdown'
import type { Heading } from '../find-headings.ts'
import { readEntryHeading } from '../read-entry-heading.ts'

const date = /^\(\d{4}-\d{2}-\d{2}[^)]{0,40}\)\s*/

/** Reads the boxes below a heading Progress that name entries: `- [x] (2026-02-07) Milestone 2: name`. */
export const readProgress = (
  { blocks }: Outline,
  headings: readonly Heading[],
): ReadonlyMap<string, { status: PlanStatus; line: number }> => {
  const progress = new Map<string, { status: PlanStatus; line: number }>()
  for (const heading of headings) {
    if (!/^(?:(?:overall )?progress|进度|進捗|진행 상황)$/i.test(heading.text)) continue
    for (const block of blocks.slice(heading.at + 1, heading.end)) {
      if (block.kind !== 'item' || block.checked === undefined) continue
      const read = readEntryHeading(plainText(block.text.split('\n', 1)[0] ?? '').replace(date, ''))
      const status = block.status ?? 'pending'
      if (read) progress.set(`${read.word} ${read.id}`, { status, line: block.line })
    }
  }
  return progress
}
