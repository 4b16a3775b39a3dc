import { normalizePhaseId, type PlanIssue } from '@amelia/core/plugin'
import type { Outline } from '../outline/outline.ts'
import type { Sign } from '../words/read-sign.ts'
import { describeLines } from './describe-lines.ts'
import { type HiddenLine, isOver, type Units } from './find-hidden.ts'

const numbered = /^\D{0,10}?(\d{1,6})[a-z]?$/
const mention = /(?<![\p{L}\p{N}])(\p{L}{2,20}[ \u00a0]?#?|\p{Lu}{1,6}-?)(\d{1,6})(?![\p{L}\p{N}])/gu
const anyNumber = /\d{1,6}/g
const mostNamed = 5
/** How a text mentions a phase whose id is a number alone. */
const anyUnit = new Set(['task', 'step', 'item', 'row'])

/**
 * Finds the numbers that are missing between those of the phases or the subtasks: 2 in 1, 3, 4. The first
 * line with such a number may be hidden work. Lines that are `listed` already explain a gap.
 */
export const findGaps = (
  { lines }: Outline,
  units: Units,
  listed: ReadonlySet<number>,
): { issues: PlanIssue[]; hidden: HiddenLine[] } => {
  const missing = new Map<string, Map<number, number>>()
  for (const [series, found] of findNumbers(units, listed)) {
    const numbers = missingOf(found)
    if (numbers.length > 0) missing.set(series, new Map(numbers.map((number) => [number, 0])))
  }
  if (missing.size === 0) return { issues: [], hidden: [] }
  const hidden: HiddenLine[] = []
  const numbers = new Set([...missing.values()].flatMap((places) => [...places.keys()]))
  lines.forEach((text, index) => {
    if (!text.match(anyNumber)?.some((each) => numbers.has(Number(each)))) return
    for (const [all, word = '', number] of text.matchAll(mention)) {
      const name = word.replace(/[\s#]+$/, '').toLowerCase()
      const places = missing.get(name) ?? (anyUnit.has(name) ? missing.get('phase') : undefined)
      if (places?.get(Number(number)) !== 0) continue
      places.set(Number(number), index + 1)
      hidden.push({ line: index + 1, text: all, reason: `no phase or subtask has this number` })
    }
  })
  const issues = [...missing].map(([series, places]): PlanIssue => {
    const named = [...places.keys()].slice(0, mostNamed).join(', ')
    const more = places.size > mostNamed ? ` and ${places.size - mostNamed} more` : ''
    const found = [...new Set([...places.values()].filter((line) => line > 0))].sort((a, b) => a - b)
    const where =
      found.length > 0
        ? `; the text mentions ${places.size === 1 ? 'it' : 'them'} in ${describeLines(found)}`
        : ''
    const message = `The series "${series}" has a gap: ${named}${more} ${places.size === 1 ? 'is' : 'are'} missing${where}.`
    return {
      severity: 'warning',
      code: 'CONTENT_SKIPPED',
      message,
      line: found[0] ?? lineOf(units, series, Math.min(...places.keys())),
      column: 1,
    }
  })
  return { issues, hidden }
}

/** Returns the line of the first unit behind a missing number. */
const lineOf = ({ signs }: Units, series: string, missing: number): number =>
  [...signs].find(([, each]) =>
    each.some((sign) => sign.series === series && Number(numbered.exec(sign.id)?.[1]) > missing),
  )?.[0] ?? 1

/**
 * Returns the numbers of each series, if it has none twice. The series of phases with a number alone, such as
 * rows, is `phase`.
 */
const findNumbers = ({ signs, ids }: Units, listed: ReadonlySet<number>): Map<string, Set<number>> => {
  const found = new Map<string, Set<number>>()
  const repeated = new Set<string>()
  /** Signs of units that were not read. */
  const others: { sign: Sign; number: number; line: number }[] = []
  for (const [line, each] of signs) {
    for (const sign of each) {
      const digits = /\p{L}/u.test(sign.series) ? numbered.exec(sign.id)?.[1] : undefined
      if (digits === undefined) continue
      const number = Number(digits)
      const id = ids.get(line)
      if (!sign.sure || id === undefined || normalizePhaseId(sign.id) !== normalizePhaseId(id)) {
        others.push({ sign, number, line })
        continue
      }
      const numbers = found.get(sign.series) ?? new Set()
      if (numbers.has(number) && !/[a-z]$/.test(sign.id)) repeated.add(sign.series)
      found.set(sign.series, numbers.add(number))
    }
  }
  for (const { sign, number, line } of others) {
    const numbers = found.get(sign.series)
    if (numbers && !numbers.has(number) && (listed.has(line) || isOver(sign))) numbers.add(number)
  }
  for (const series of repeated) found.delete(series)
  const alone = findAlone({ signs, ids })
  return alone.size > 0 && !found.has('phase') ? found.set('phase', alone) : found
}

/** Returns the ids of phases without a word, and the numbers of headings and boxes that are like them. */
const findAlone = ({ signs, ids }: Pick<Units, 'signs' | 'ids'>): Set<number> => {
  const numberOf = (id: string): number[] => /^(\d{1,6})[a-z]?$/.exec(id)?.slice(1).map(Number) ?? []
  const hasWord = ({ series }: Sign): boolean => /\p{L}/u.test(series)
  const own = [...ids].flatMap(([line, id]) =>
    signs.get(line)?.some((sign) => hasWord(sign) && sign.id === id) ? [] : numberOf(id),
  )
  if (own.length === 0) return new Set()
  const last = Math.max(...own)
  const others = [...signs.values()].flatMap(([sign]) => (sign && !hasWord(sign) ? numberOf(sign.id) : []))
  return new Set([...own, ...others.filter((each) => each < last)])
}

/**
 * Returns the numbers between the lowest and the highest that are missing, unless most are; and 1, if the
 * lowest of several is 2.
 */
export const missingOf = (found: ReadonlySet<number>): number[] => {
  const sorted = [...found].sort((one, other) => one - other)
  const [lowest = 0, last = 0] = [sorted[0], sorted.at(-1)]
  const first = lowest === 2 && sorted.length > 1 ? 1 : lowest
  if (last - first + 1 > 2 * sorted.length) return []
  return Array.from({ length: last - first }, (_, index) => first + index).filter((each) => !found.has(each))
}
