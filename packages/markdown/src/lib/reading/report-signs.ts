import type { PlanIssue, PlanReading } from '@amelia/core/plugin'
import { describeLines } from './describe-lines.ts'
import type { DocumentPart } from './find-parts.ts'

const known = '~-✓✔✅☑√vV'

const mostShown = 3

/** Warns about misspelled boxes, and about signs that are not a status, such as `[!]`: once per sign. */
export const reportSigns = (boxes: readonly DocumentPart[]): PlanIssue[] => {
  const unknown = linesOfSigns(boxes).filter(([sign]) => !known.includes(sign))
  return [
    ...reportMisspelled(boxes),
    ...unknown.map(([sign, lines]): PlanIssue => {
      const [who, count] = lines.length === 1 ? ['This box has', 'it counts'] : ['Boxes have', 'they count']
      const message = `${who} the unknown sign [${sign}], so ${count} as open${placesOf(lines)}. Known signs: [ ], [x], [~], [-].`
      return { severity: 'warning', code: 'STATUS_UNKNOWN', message, line: lines[0] ?? 1, column: 1 }
    }),
  ]
}

/** Notes how boxes with signs such as `[v]` or `[~]` count: once per sign. */
export const noteSigns = (boxes: readonly DocumentPart[]): NonNullable<PlanReading['notes']> =>
  linesOfSigns(boxes).flatMap(([sign, lines]) => {
    if (!known.includes(sign)) return []
    const [who, count] = lines.length === 1 ? ['box', 'counts'] : ['boxes', 'count']
    const status = '~-'.includes(sign) ? 'in progress' : 'done'
    const text = `${lines.length} ${who} with [${sign}] ${count} as ${status}${placesOf(lines)}`
    return [{ line: lines[0] ?? 1, text }]
  })

/** Returns the signs of boxes with their lines. */
const linesOfSigns = (boxes: readonly DocumentPart[]): [sign: string, lines: number[]][] => {
  const signs = new Map<string, number[]>()
  for (const { sign, line } of boxes) {
    if (sign === undefined) continue
    const lines = signs.get(sign)
    if (lines) lines.push(line)
    else signs.set(sign, [line])
  }
  return [...signs]
}

/** Names the lines, unless the place of the issue is the only one. */
const placesOf = (lines: readonly number[]): string =>
  lines.length === 1 ? '' : ` (${describeLines(lines)})`

const reportMisspelled = (boxes: readonly DocumentPart[]): PlanIssue[] => {
  const wrong = boxes.filter(({ misspelled }) => misspelled !== undefined)
  const [first] = wrong
  if (!first) return []
  const spellings = [...new Set(wrong.map(({ misspelled }) => `"${misspelled}"`))]
  const shown = spellings.slice(0, mostShown).join(', ')
  const more = spellings.length > mostShown ? ', …' : ''
  const [who, count] = wrong.length === 1 ? ['This box is', 'it counts'] : ['Boxes are', 'they count']
  const message = `${who} misspelled (${shown}${more}), so ${count} as open${placesOf(wrong.map(({ line }) => line))}. Write "- [ ] x" or "- [x] x".`
  return [{ severity: 'warning', code: 'STATUS_UNKNOWN', message, line: first.line, column: 1 }]
}
