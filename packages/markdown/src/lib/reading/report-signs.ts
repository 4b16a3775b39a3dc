import type { PlanIssue } from '@amelia/core/plugin'
import { describeLines } from './describe-lines.ts'
import type { DocumentPart } from './find-parts.ts'

const known = '~-✓✔✅☑√'

/** Warns about boxes whose sign is not a status, such as `[!]`: one warning per sign. */
export const reportSigns = (boxes: readonly DocumentPart[]): PlanIssue[] => {
  const signs = new Map<string, number[]>()
  for (const { sign, line } of boxes) {
    if (sign === undefined || known.includes(sign)) continue
    const lines = signs.get(sign)
    if (lines) lines.push(line)
    else signs.set(sign, [line])
  }
  return [...signs].map(([sign, lines]): PlanIssue => {
    const [who, count] = lines.length === 1 ? ['This box has', 'it counts'] : ['Boxes have', 'they count']
    const message = `${who} the unknown sign [${sign}], so ${count} as open (${describeLines(lines)}). Known signs: [ ], [x], [~].`
    return { severity: 'warning', code: 'STATUS_UNKNOWN', message, line: lines[0] ?? 1, column: 1 }
  })
}
