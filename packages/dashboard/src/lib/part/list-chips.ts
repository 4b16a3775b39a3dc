import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'

/** A fact in a word or two. */
export interface Chip {
  text: string
  tone?: 'good' | 'warn' | 'bad'
}

type Judged = Pick<PhaseReport, 'checks' | 'review'>

const severities = ['critical', 'major', 'minor'] as const

/**
 * Lists the results of checks and reviews of some phases together: each check once, and the comments by
 * severity.
 */
export const listChips = (phases: readonly Judged[]): Chip[] => [
  ...checkChips(phases),
  ...reviewChips(phases),
]

const checkChips = (phases: readonly Judged[]): Chip[] => {
  const results = new Map<string, boolean>()
  for (const { checks } of phases)
    for (const { name, passed } of checks) results.set(name, (results.get(name) ?? true) && passed)
  return [...results].map(([name, passed]) => {
    const word = name === 'test' ? 'tests' : words.plainLabel(name)
    return { text: `${word} ${passed ? 'passed' : 'failed'}`, tone: passed ? 'good' : 'bad' }
  })
}

const reviewChips = (phases: readonly Judged[]): Chip[] => {
  const reviews = phases.flatMap(({ review }) => review ?? [])
  if (reviews.length === 0) return []
  const comments = reviews.flatMap((review) => review.comments)
  const counts = severities.flatMap((severity): Chip[] => {
    const count = comments.filter((comment) => comment.severity === severity).length
    if (count === 0) return []
    const text = `${count} ${severity} ${words.nounOf(count, 'comment')}`
    return [severity === 'minor' ? { text } : { text, tone: severity === 'critical' ? 'bad' : 'warn' }]
  })
  const verdict: Chip = reviews.some(({ failure }) => failure)
    ? { text: 'review failed', tone: 'bad' }
    : reviews.every(({ approved }) => approved)
      ? { text: 'review approved', tone: 'good' }
      : { text: 'changes requested', tone: 'warn' }
  return [verdict, ...counts]
}
