import type { PlanStatus } from '@amelia/core/plugin'
import { foldHead, type Outline, readProgress, withCode } from '@amelia/markdown'
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
 */
export const readPhaseList = ({ blocks }: Outline): Map<string, ListedPhase> => {
  const listed = new Map<string, ListedPhase>()
  const progress = readProgress(blocks, idInTable)
  for (const block of blocks) {
    if (block.kind === 'item' && block.checked !== undefined) {
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
