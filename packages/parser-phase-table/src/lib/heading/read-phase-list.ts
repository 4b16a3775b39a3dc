import type { PlanStatus } from '@amelia/core/plugin'
import {
  foldHead,
  isCriteriaHeading,
  isPhaseName,
  type Outline,
  plainText,
  readLabel,
  readProgress,
  withCode,
} from '@amelia/markdown'
import { readHeadingId } from './read-heading-id.ts'

/** A phase in an overview of a document: a list line, or a row of a progress table. */
export interface ListedPhase {
  id: string
  title: string
  /** By its box, else by the progress table. */
  status: PlanStatus | undefined
  /** 0 without a list line. */
  line: number
  /** The line in the progress table. */
  row?: number
}

/**
 * Reads the overview of a roadmap: the list lines `- [x] **Phase 2: name** - remark`, and the status in a
 * table with the columns Phase and Status. The first line of each id counts.
 *
 * Boxes inside the sections of phases are their work, and boxes below criteria are conditions.
 */
export const readPhaseList = (
  { blocks }: Outline,
  /** The sections of the phases, as indexes of blocks, in order. */
  sections: readonly { heading: number; end: number }[],
): Map<string, ListedPhase> => {
  const listed = new Map<string, ListedPhase>()
  const progress = readProgress(blocks, idInTable)
  /** The next section that does not end before the block. */
  let next = 0
  /** The level of the heading about criteria that the block is below, or 7. */
  let criteria = 7
  let label = ''
  for (const [index, block] of blocks.entries()) {
    while ((sections[next]?.end ?? blocks.length) <= index && next < sections.length) next++
    if (block.kind === 'heading' && block.depth === 0) {
      const isCriteria = block.level > 1 && isCriteriaHeading(plainText(block.text))
      if (block.level <= criteria) criteria = isCriteria ? block.level : 7
      label = ''
    } else if (block.kind === 'paragraph' && block.depth === 0) label = readLabel(block.text)
    if ((sections[next]?.heading ?? blocks.length) <= index || criteria < 7) continue
    if (label !== '' && isCriteriaHeading(label)) continue
    if (block.kind === 'item' && block.checked !== undefined && isPhaseName(block.text)) {
      const [first = ''] = block.text.split('\n', 1)
      const { id, title, phase } = withCode(boldStart(first), readHeadingId) ?? readHeadingId('')
      if (!phase || listed.has(id)) continue
      listed.set(id, {
        id,
        title: title || `Phase ${id}`,
        status: block.status ?? 'pending',
        line: block.line,
      })
    }
  }
  for (const [id, { status, line: row }] of progress) {
    const line = listed.get(id)
    if (!line) listed.set(id, { id, title: '', status, line: 0, row })
    // An open box says less than the table: it may not have been ticked.
    else Object.assign(line, { row, ...(line.status === 'pending' && { status }) })
  }
  return listed
}

const idInTable = (name: string): string =>
  readHeadingId(/^phase/i.test(foldHead(name)) ? name : `Phase ${name}`).id

/** Returns the bold text that a line starts with, else the line. */
const boldStart = (text: string): string => {
  if (!text.startsWith('**')) return text
  const end = text.indexOf('**', 2)
  return end < 0 ? text : text.slice(2, end)
}
