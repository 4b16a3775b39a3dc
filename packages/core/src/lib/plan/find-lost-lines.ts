import type { Plan, PlanDraft } from './model/plan.ts'
import { splitSource } from './source/split-source.ts'

/** Marks in front of a line, and around it. */
const marks = /^[\s>#*+_|-]+(?:\[[^\]]?\]\s+)?[\s*_]*|[\s*_|#]+$/g
const heading = /^#{1,6}\s/m
/** A backslash in front of a mark. */
const escapes = /\\([^\p{L}\p{N}\s])/gu
const row = /^\s*\|.*\|/
const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s/
const data = /^\s*(?:[[{]|["\w$-]+:(?:\s|$))/

/**
 * Finds the ranges of lines of a Markdown plan that a plan read back does not contain: introductions, risks.
 * A line is contained if a text of the plan has it, what follows its label, or one of its cells.
 *
 * Only lines before the first phase, behind a row or a list of phases, and below later headings that are not
 * a phase, are looked at: those of the phases are compared as their texts.
 */
export const findLostLines = (before: Plan, after: PlanDraft): { from: number; to: number }[] => {
  const first = before.source.split('\n').find((line) => /^\s*[^\s#]/.test(line)) ?? ''
  if (data.test(first) || !heading.test(before.source)) return []
  const kept = new Set(textsOf(after).flatMap((text) => text.split('\n').map(plain)))
  const isKept = (line: string): boolean =>
    [line, line.replace(/^[^:：]{1,40}[:：]\s*/, ''), ...line.split('|')].some((text) =>
      kept.has(plain(text)),
    )
  const bodies = new Set(
    before.phases.flatMap(({ body, subtasks }) =>
      [body, ...subtasks.map((part) => part.body)].flatMap((text) => text.split('\n').map(plain)),
    ),
  )
  const starts = new Set(before.phases.map(({ line }) => line))
  const lost = splitSource(before).flatMap(({ first: start, lines, context }) => {
    if (context) return []
    let isBeside = true
    let isList = false
    return lines.flatMap((line, index) => {
      const at = start + index
      // A paragraph behind a list of phases, and not in one of its items.
      const ends = isList && /^\S/.test(line) && !item.test(line) && lines[index - 1]?.trim() === ''
      if (starts.has(at)) {
        isBeside = row.test(line)
        isList = item.test(line)
      } else if (ends && !bodies.has(plain(line))) isBeside = true
      else if (/^#{1,6}\s/.test(line) && !bodies.has(plain(line)) && !isKept(line)) isBeside = true
      const isStructure = !/[\p{L}\p{N}]/u.test(line) || /^\s*\|?[\s|:-]*-{3}/.test(lines[index + 1] ?? '')
      return isBeside && !starts.has(at) && !isStructure && !isKept(line) ? [at] : []
    })
  })
  const ranges: { from: number; to: number }[] = []
  for (const line of lost) {
    const last = ranges.at(-1)
    // A blank line does not divide a text.
    if (last && line - last.to <= 2) last.to = line
    else ranges.push({ from: line, to: line })
  }
  return ranges
}

const plain = (line: string): string => line.replace(escapes, '$1').replace(marks, '')

/** Returns all texts of a value. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
