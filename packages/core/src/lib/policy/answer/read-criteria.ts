import type { Criterion, Verdict } from '../../contract/reviewer.ts'

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
 * Adds a major comment to a verdict for each criterion that its answers do not call met, and for each without
 * an answer. Such a verdict does not approve.
 */
export const readCriteria = (verdict: Verdict, value: unknown, criteria: readonly Criterion[]): Verdict => {
  const answers = new Map<string, { met: unknown; reason: string }>()
  const given = (value as { criteria?: unknown } | null | undefined)?.criteria
  for (const each of Array.isArray(given) ? (given as unknown[]) : []) {
    const { name, met, reason } = (each ?? {}) as Record<string, unknown>
    if (typeof name === 'string') answers.set(name, { met, reason: typeof reason === 'string' ? reason : '' })
  }
  const comments = criteria.flatMap(({ name, text }) => {
    const answer = answers.get(name)
    if (answer?.met === true) return []
    const why = answer ? `is not met: ${answer.reason || 'no reason given'}` : 'has no answer'
    return [{ severity: 'major' as const, message: `The criterion ${name} (${text}) ${why}.` }]
  })
  if (comments.length === 0) return verdict
  return { ...verdict, approved: false, comments: [...verdict.comments, ...comments] }
}
