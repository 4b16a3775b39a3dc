import type { Outline } from '../outline/outline.ts'
import { plainText } from '../words/plain-text.ts'

/** A heading of a series: its id, its title without marks, and its line. */
export interface Numbered {
  /** As it is compared between headings. */
  id: string
  /** The text after the id, without marks. */
  title: string
  /** Counted from 1. */
  line: number
}

const summary =
  /\b(?:summary|overview|progress|status|recap|changed|modified|checklist|review|report|results?|timeline|estimates?|complexity)\b/i
const repeated = /^(?:(?:phase|task|step|milestone|stage|sprint|session) ?\S{0,12})?$/i

/**
 * Splits numbered headings into those of a plan and those of a summary that repeats them.
 *
 * A summary comes after the plan, its ids are those of the plan, and none of its headings has a title but a
 * mark such as `(Complete)`, or all have the titles of the plan below a heading such as `Summary`.
 */
export const splitRepeats = <Entry extends Numbered>(
  { blocks }: Outline,
  entries: readonly Entry[],
): { entries: Entry[]; repeats: Entry[] } => {
  const first = new Map<string, Entry>()
  for (const entry of entries) if (!first.has(entry.id)) first.set(entry.id, entry)
  if (first.size === entries.length) return { entries: [...entries], repeats: [] }
  /** The heading that each entry is below. */
  const above = new Map<number, string>()
  const open: { level: number; text: string }[] = []
  for (const block of blocks) {
    if (block.kind !== 'heading' || block.depth > 0) continue
    while ((open.at(-1)?.level ?? 0) >= block.level) open.pop()
    above.set(block.line, open.at(-1)?.text ?? '')
    open.push({ level: block.level, text: plainText(block.text) })
  }
  const runs = splitRuns(entries)
  const repeats = new Set(
    runs.slice(1).flatMap((run) => {
      const isSummary = run.every(({ line }) => summary.test(above.get(line) ?? ''))
      const isRepeat = run.every(({ id, title }) => {
        const before = first.get(id)?.title ?? ''
        if (repeated.test(before)) return false
        return repeated.test(title) || (isSummary && title.toLowerCase() === before.toLowerCase())
      })
      return isRepeat ? run : []
    }),
  )
  return {
    entries: entries.filter((entry) => !repeats.has(entry)),
    repeats: [...repeats],
  }
}

/** A run ends before an id that it has. */
const splitRuns = <Entry extends Numbered>(entries: readonly Entry[]): Entry[][] => {
  const runs: Entry[][] = []
  let seen = new Set<string>()
  for (const entry of entries) {
    if (runs.length === 0 || seen.has(entry.id)) {
      runs.push([])
      seen = new Set()
    }
    seen.add(entry.id)
    runs.at(-1)?.push(entry)
  }
  return runs
}
