import { type PlanStatus, readStatus } from '@amelia/core/plugin'
import type { Block } from '../outline/outline.ts'
import { plainText } from '../words/plain-text.ts'
import { foldLabel } from '../words/fold-label.ts'
import { foldValue } from '../words/fold-value.ts'

/** The status of a phase in a progress table. */
export interface Progress {
  /** The status, as its cell states it. */
  status: PlanStatus
  /** The row's line, from 1. */
  line: number
}

const unit = /^(?:phase|stage|milestone|step|sprint|section)s?$/

/**
 * Returns the statuses of phases, by id, in tables whose first column is Phase, Stage or the like, and that
 * have a column Status. The first row of each id counts. `readId` reads the first cell.
 */
export const readProgress = (
  blocks: readonly Block[],
  readId: (name: string) => string,
): Map<string, Progress> => {
  const progress = new Map<string, Progress>()
  for (const block of blocks) {
    if (block.kind !== 'table') continue
    const names = block.header.map(({ text }) => foldLabel(plainText(text)).toLowerCase())
    const at = names.indexOf('status')
    if (at < 0 || !unit.test(names[0] ?? '')) continue
    for (const { cells, line } of block.rows) {
      const id = readId(plainText(cells[0]?.text ?? ''))
      const status = readStatus(foldValue(plainText(cells[at]?.text ?? '')))
      if (id !== '' && status && !progress.has(id)) progress.set(id, { status, line })
    }
  }
  return progress
}
