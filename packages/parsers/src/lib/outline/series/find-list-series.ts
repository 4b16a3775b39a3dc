import { readStatus } from '@amelia/core/plugin'
import { type ItemBlock, type Outline, readMarked, titleText, withCode } from '@amelia/markdown'
import type { Entry, Series } from '../entry.ts'
import type { Heading } from '../find-headings.ts'
import { planAbove } from './plan-above.ts'
import { type EntryHeading, readEntryHeading } from '../read-entry-heading.ts'

const ofWork =
  /\b(?:phases?|steps|stages|milestones|implementation (?:plan|order|sequence)|order of work|work plan|plan of work)\b|阶段|階段|步骤|步驟|实施|實施|フェーズ|手順|ステップ|実装計画|단계|절차/iu

/**
 * Finds a list that is the work: items `1. **Step 1**: name` anywhere, else the numbered list right below a
 * heading that speaks of phases, steps or stages. Of several plans, the lists of all: they are below headings
 * that name plans, or begin again below a heading of the same level, with other titles.
 */
export const findListSeries = ({ blocks }: Outline, headings: readonly Heading[]): Series | undefined => {
  let plain: Series | undefined
  const lists: Series[] = []
  const plans = new Set<Heading | undefined>()
  let taken: Taken | undefined
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
      const read = withCode(firstLine(item.text), readEntryHeading)
      return read && read.word.length > 1 ? [{ item, at, ...read }] : []
    })
    const plan = planAbove(heading)
    const isNamed = plan !== undefined && !plans.has(plan) && !plans.has(undefined)
    const [first] = worded
    const level = heading?.block.level
    const isList = worded.length > 1 && worded.length === items.length
    if (first && isList && (!taken || isNamed || isOther(worded, level, taken))) {
      lists.push({ what: 'items of a list, such as "1. Step 1: name"', entries: entriesOf(worded, end) })
      plans.add(plan)
      taken ??= { first, level, titles: new Set() }
      for (const { title } of worded) taken.titles.add(title.toLowerCase())
    }
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
        title: titleText(firstLine(item.text)),
      }))
      plain = {
        what: `the numbered list below "${heading.text.slice(0, 60)}"`,
        entries: entriesOf(named, end),
      }
    }
  }
  const [list] = lists
  return list ? { ...list, entries: lists.flatMap(({ entries }) => entries) } : plain
}

/** The first list of work, and the titles in all lists that were taken. */
interface Taken {
  first: EntryHeading
  level: number | undefined
  titles: Set<string>
}

/** Whether a list is the work of another plan: a list with a title of an earlier one repeats it. */
const isOther = (items: readonly EntryHeading[], level: number | undefined, taken: Taken): boolean =>
  level === taken.level &&
  items[0]?.id === taken.first.id &&
  items.every(({ word, title }) => word === taken.first.word && !taken.titles.has(title.toLowerCase()))

const entriesOf = (
  items: readonly { item: ItemBlock; at: number; id: string; title: string }[],
  end: number,
): Entry[] =>
  items.map(({ item, at, id, title }, index) => {
    const bare = title.replace(ending, '')
    const said = bare === title ? undefined : readStatus(title.slice(bare.length).replace(/^\W+/, ''))
    const marked = readMarked(bare)
    const shown = marked.status ?? readMarked(firstLine(item.text).slice(0, 12)).status ?? said
    const status = item.checked === undefined ? shown : (item.status ?? 'pending')
    return { id, title: marked.title || id, status, line: item.line, at, end: items[index + 1]?.at ?? end }
  })

/** A status in capitals at the end: `Parser - COMPLETE`. */
const ending = /[ ,;:–—-]+(?:COMPLETED?|DONE|FINISHED|IN PROGRESS|PENDING|TODO)[.!]?$/

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
