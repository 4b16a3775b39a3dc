import type { Criterion, Verdict } from '../../contract/reviewer.ts'
import type { Reading } from './read-answer.ts'

/** The answers of a verdict, for an agent. A test compares a verdict with them to what is read. */
export const criteriaJsonSchema: Record<string, unknown> = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, met: { type: 'boolean' }, reason: { type: 'string' } },
    required: ['name', 'met', 'reason'],
    additionalProperties: false,
  },
}

/**
 * Adds a major comment to a verdict for each criterion that its answers do not call met. Such a verdict does
 * not approve.
 *
 * An approval that leaves out an answer is not readable: only its reviewer can say more.
 */
export const readCriteria = (
  verdict: Verdict,
  value: unknown,
  criteria: readonly Criterion[],
): Reading<Verdict> => {
  const answers = new Map<string, { met: unknown; reason: string }>()
  const given = (value as { criteria?: unknown } | null | undefined)?.criteria
  for (const each of Array.isArray(given) ? (given as unknown[]) : []) {
    const { name, met, reason } = (each ?? {}) as Record<string, unknown>
    if (typeof name === 'string') answers.set(name, { met, reason: typeof reason === 'string' ? reason : '' })
  }
  const comments = criteria.flatMap(({ name, text }) => {
    const answer = answers.get(name)
    if (!answer || answer.met === true) return []
    const why = answer.reason || 'no reason given'
    return [{ severity: 'major' as const, message: `The criterion ${name} (${text}) is not met: ${why}.` }]
  })
  if (comments.length > 0)
    return { answer: { ...verdict, approved: false, comments: [...verdict.comments, ...comments] } }
  const left = criteria.filter(({ name }) => !answers.has(name))
  return verdict.approved && left.length > 0
    ? { problem: left.map(({ name, text }) => `The criterion ${name} (${text}) has no answer.`).join(' ') }
    : { answer: verdict }
}
