import { checkId } from './check-id.ts'
import { codePoints, quoteText as quote } from '../../text/quote-text.ts'
import type { NameLine, ReportIssue } from './report-issue.ts'
import { skeletonOf } from './skeleton-of.ts'

/** Reports ids that are invalid, repeated, or so similar that people confuse them. */
export const checkIds = (
  kind: string,
  items: readonly { id: string; line: number }[],
  report: ReportIssue,
  name: NameLine,
): void => {
  const seen = new Map<string, { id: string; line: number }>()
  const looks = new Map<string, { id: string; line: number }>()
  for (const { id, line } of items) {
    const problem = checkId(id)
    if (problem !== undefined)
      report(line, 'ID_INVALID', `The ${kind} id ${quote(id)} cannot be used: ${problem}.`, id)
    const folded = id.normalize('NFC').toLowerCase()
    const before = seen.get(folded)
    if (before) {
      const same = before.id === id
      // All phases of a plan from code have the same line.
      const places = before.line === line ? 'used twice' : `on ${name(before.line)} and on ${name(line)}`
      report(
        line,
        'ID_DUPLICATE',
        same
          ? `The ${kind} id ${quote(id)} is ${places}. Give one of them another id.`
          : `The ${kind} ids ${quote(before.id)} (${name(before.line)}) and ${quote(id)} (${name(line)}) differ only in case. Give one of them another id.`,
        id,
      )
      continue
    }
    seen.set(folded, { id, line })
    const look = skeletonOf(folded)
    const alike = looks.get(look)
    if (alike) {
      report(
        line,
        'ID_INVALID',
        `The ${kind} ids of ${name(alike.line)} and ${name(line)} look alike but differ: ` +
          `${codePoints(alike.id)} and ${codePoints(id)}. Give one of them another id.`,
        id,
      )
    } else looks.set(look, { id, line })
  }
}
