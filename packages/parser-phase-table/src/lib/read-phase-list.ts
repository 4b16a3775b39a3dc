import { type PlanStatus, readStatus } from '@amelia/core/plugin'
import { type Outline, plainText } from '@amelia/markdown'
import { readHeadingId } from './read-heading-id.ts'

/** A phase in an overview of a document: a list line, or a row of a progress table. */
export interface ListedPhase {
  id: string
  title: string
  /** By its box, else by the progress table. */
  status: PlanStatus | undefined
  line: number
}

/**
 * Reads the overview of a roadmap: the list lines `- [x] **Phase 2: name** - remark`, and the status in a
 * table with the columns Phase and Status. The first line of each id counts.
 */
export const readPhaseList = ({ blocks }: Outline): Map<string, ListedPhase> => {
  const listed = new Map<string, ListedPhase>()
  const progress = new Map<string, PlanStatus>()
  for (const block of blocks) {
    if (block.kind === 'item' && block.checked !== undefined) {
      const [first = ''] = block.text.split('\n', 1)
      const { id, title, phase } = readHeadingId(plainText(boldStart(first)))
      if (!phase || listed.has(id)) continue
      listed.set(id, {
        id,
        title: title || `Phase ${id}`,
        status: block.checked ? 'done' : 'pending',
        line: block.line,
      })
    } else if (block.kind === 'table') {
      const header = block.header.map(({ text }) => plainText(text).toLowerCase())
      const at = header.indexOf('status')
      if (at < 0 || !/^phases?$/.test(header[0] ?? '')) continue
      for (const { cells } of block.rows) {
        const name = plainText(cells[0]?.text ?? '')
        const { id } = readHeadingId(/^phase/i.test(name) ? name : `Phase ${name}`)
        const status = readStatus(plainText(cells[at]?.text ?? ''))
        if (status && !progress.has(id)) progress.set(id, status)
      }
    }
  }
  for (const [id, status] of progress) {
    const line = listed.get(id)
    if (!line) listed.set(id, { id, title: '', status, line: 0 })
    // An open box says less than the table: it may not have been ticked.
    else if (line.status === 'pending') line.status = status
  }
  return listed
}

/** Returns the bold text that a line starts with, else the line. */
const boldStart = (text: string): string => {
  if (!text.startsWith('**')) return text
  const end = text.indexOf('**', 2)
  return end < 0 ? text : text.slice(2, end)
}
