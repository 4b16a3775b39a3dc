import { isSeries, type Outline, plainText, readMarked, readMember } from '@amelia/markdown'
import type { Entry, Series } from '../entry.ts'
import { readEntryHeading } from '../read-entry-heading.ts'

const longest = 100

/** Finds lines that would be headings, but have lost their mark: `Phase 1` or `**Phase 1: name**` alone. */
export const findLineSeries = ({ blocks }: Outline): Series | undefined => {
  const found = blocks.flatMap((block, at) => {
    if (block.kind !== 'paragraph' || block.depth > 0 || block.text.length > longest) return []
    const text = plainText(block.text)
    const member = /[\n.]$|\n/.test(text) ? undefined : readMember(text)
    const read = member && readEntryHeading(text)
    return member && read && read.word.length > 1 ? [{ block, at, text, member, read }] : []
  })
  if (!isSeries(found.map(({ member }) => member))) return undefined
  const entries = found.map(({ block, at, text, read }, index): Entry => {
    const { title, status } = readMarked(read.title)
    const end = found[index + 1]?.at ?? blocks.length
    return { id: read.id, title: title || text, status, line: block.line, at, end }
  })
  return { what: `lines "${found[0]?.text.slice(0, 40)}" without a heading's mark`, entries }
}
