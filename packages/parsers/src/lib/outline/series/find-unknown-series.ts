import { isSeries, type Outline, readMarked, readMember, type SeriesMember } from '@amelia/markdown'
import { type Entry, lastLine, type Series } from '../entry.ts'
import type { Heading } from '../find-headings.ts'
import { readEntryHeading } from '../read-entry-heading.ts'

/**
 * Finds headings with an unknown word and a number: `Aşama 1: name`. They are the work only as the one
 * numbered series of the document, with all of its boxes and most of its text below them.
 */
export const findUnknownSeries = (
  { blocks, lines }: Outline,
  headings: readonly Heading[],
): Series | undefined => {
  const kinds = new Map<string, { heading: Heading; member: SeriesMember | undefined }[]>()
  for (const heading of headings) {
    const member = readMember(heading.text)
    const known = readEntryHeading(heading.text)
    if (!member && !known) continue
    const key = `${known?.word ?? member?.word} ${heading.block.level}`
    const kind = kinds.get(key) ?? []
    kind.push({ heading, member: known ? undefined : member })
    kinds.set(key, kind)
  }
  const several = [...kinds.values()].filter((kind) => kind.length > 1)
  const [kind] = several
  const members = kind?.map(({ member }) => member) ?? []
  if (!kind || several.length > 1 || !isSeries(members)) return undefined
  const entries = kind.map(({ heading }, index): Entry => {
    const { id = '', title = '' } = members[index] ?? {}
    const marked = readMarked(title)
    return {
      id,
      title: marked.title || heading.text,
      status: marked.status ?? readMarked(heading.text.slice(0, 12)).status,
      line: heading.block.line,
      at: heading.at,
      end: heading.end,
    }
  })
  if (kind.some(({ heading }) => heading.criteria || heading.beside)) return undefined
  const inside = new Uint8Array(blocks.length)
  for (const { at, end } of entries) inside.fill(1, at, end)
  const isBox = (at: number): boolean => {
    const block = blocks[at]
    return block?.kind === 'item' && block.checked !== undefined
  }
  if (blocks.some((_, at) => isBox(at) && !inside[at])) return undefined
  const last = { blocks, lines }
  const covered = entries.reduce((sum, { at, end }) => sum + lastLine(last, end) - lastLine(last, at), 0)
  const isMost = covered * 2 >= lines.length
  return isMost ? { what: `headings "${members[0]?.word} 1: name"`, entries } : undefined
}
