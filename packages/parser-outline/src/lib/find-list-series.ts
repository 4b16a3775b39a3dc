import { type ItemBlock, type Outline, plainText } from '@amelia/markdown'
import type { Entry, Series } from './entry.ts'
import type { Heading } from './find-headings.ts'
import { readEntryHeading } from './read-entry-heading.ts'
import { readMarked } from './read-marked.ts'

const ofWork =
  /\b(?:phases?|steps|stages|milestones|implementation (?:plan|order|sequence)|order of work|work plan|plan of work)\b|阶段|步骤|实施|フェーズ|手順|ステップ|단계/iu

/**
 * Finds a list that is the work: items `1. **Step 1**: name` anywhere, else the numbered list right below a
 * heading that speaks of phases, steps or stages.
 */
export const findListSeries = ({ blocks }: Outline, headings: readonly Heading[]): Series | undefined => {
  let plain: Series | undefined
  const places = [undefined, ...headings]
  for (const [index, heading] of places.entries()) {
    if (heading?.criteria || heading?.beside) continue
    const end = headings[index]?.at ?? blocks.length
    const items: { item: ItemBlock; at: number }[] = []
    for (let at = (heading?.at ?? -1) + 1; at < end; at++) {
      const block = blocks[at]
      if (block?.kind === 'item' && block.nesting === 1 && block.depth === 0) items.push({ item: block, at })
    }
    const worded = items.flatMap(({ item, at }) => {
      const read = readEntryHeading(plainText(firstLine(item.text)))
      return read && read.word.length > 1 ? [{ item, at, id: read.id, title: read.title }] : []
    })
    if (worded.length > 1 && worded.length === items.length)
      return { what: 'items of a list, such as "1. Step 1: name"', entries: entriesOf(worded, end) }
    const ordered = items.filter(({ item }) => /^\d/.test(item.marker))
    if (
      !plain &&
      heading &&
      ordered.length > 1 &&
      ordered.length === items.length &&
      ofWork.test(heading.text)
    ) {
      const named = ordered.map(({ item, at }, position) => ({
        ...{ item, at, id: String(position + 1) },
        title: plainText(firstLine(item.text)),
      }))
      plain = {
        what: `the numbered list below "${heading.text.slice(0, 60)}"`,
        entries: entriesOf(named, end),
      }
    }
  }
  return plain
}

const entriesOf = (
  items: readonly { item: ItemBlock; at: number; id: string; title: string }[],
  end: number,
): Entry[] =>
  items.map(({ item, at, id, title }, index) => {
    const marked = readMarked(title)
    const status = item.checked === undefined ? marked.status : item.checked ? 'done' : 'pending'
    return { id, title: marked.title || id, status, line: item.line, at, end: items[index + 1]?.at ?? end }
  })

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
