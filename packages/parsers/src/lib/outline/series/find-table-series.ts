import { readStatus } from '@amelia/core/plugin'
import { foldLabel, foldValue, type Outline, plainText, titleText } from '@amelia/markdown'
import type { Entry, Series } from '../entry.ts'
import type { Heading } from '../find-headings.ts'
import { readEntryHeading } from '../read-entry-heading.ts'

const numbers = /^(?:#|no\.?|nr\.?|№|id)$/i
const work = /^(?:stage|phase|step|task|milestone|work ?item)s?(?: name)?$/i

/** Finds tables whose first column is `#` and whose second is Stage, Phase, Step or Task. */
export const findTableSeries = ({ blocks }: Outline, headings: readonly Heading[]): Series | undefined => {
  const entries: Entry[] = []
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'table' || block.depth > 0) continue
    const header = block.header.map(({ text }) => foldLabel(plainText(text)))
    if (!numbers.test(header[0] ?? '') || !work.test(header[1] ?? '')) continue
    const heading = headings.findLast((each) => each.at < at)
    if (heading?.criteria || heading?.beside) continue
    const status = header.findIndex((text) => /^(?:status|state|done)$/i.test(text))
    for (const { line, cells } of block.rows) {
      const id = plainText(cells[0]?.text ?? '')
      const title = titleText(cells[1]?.text ?? '')
      if (id === '' || title === '') continue
      const read = readEntryHeading(`${id}. ${title}`)
      entries.push({
        id: read?.id ?? id,
        title,
        status: status < 0 ? undefined : readStatus(foldValue(plainText(cells[status]?.text ?? ''))),
        line,
        at,
        end: at + 1,
      })
    }
  }
  return entries.length > 1 ? { what: 'the rows of a table', entries } : undefined
}
