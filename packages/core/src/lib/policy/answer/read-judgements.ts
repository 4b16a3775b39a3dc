import { describeIssue } from '../../error/check/describe-issue.ts'
import * as z from 'zod/mini'
import { dispositions } from '../../contract/review.ts'
import type { Judgement } from '../../contract/reviewer.ts'
import { fillNulls } from './fill-nulls.ts'
import type { Reading } from './read-answer.ts'

/** An agent's decisions about comments: every property exists, and is null if it does not apply. */
export const judgementsSchema = z.object({
  judgements: z.array(
    z.object({
      id: z.string(),
      disposition: z.enum(dispositions),
      reason: z.nullable(z.string()),
    }),
  ),
})

/** {@link judgementsSchema} for an agent; written out as that of a verdict is, and compared by a test. */
export const judgementsJsonSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    judgements: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          disposition: { type: 'string', enum: dispositions },
          reason: { type: ['string', 'null'] },
        },
        required: ['id', 'disposition', 'reason'],
        additionalProperties: false,
      },
    },
  },
  required: ['judgements'],
  additionalProperties: false,
}

/**
 * Reads the judgements of `{ judgements }`, or returns the reason why it has none, in a sentence. `reason`
 * may be missing.
 */
export const readJudgements = (value: unknown): Reading<Judgement[]> => {
  if (value === undefined || value === null) return { problem: 'Nothing was decided.' }
  const parsed = judgementsSchema.safeParse(fillNulls(value, 'judgements', ['reason']))
  if (!parsed.success) {
    return { problem: `${describeIssue(parsed.error.issues[0]!, value, 'The answer')}.` }
  }
  return {
    answer: parsed.data.judgements.map(({ id, disposition, reason }) => ({
      id,
      disposition,
      ...(reason === null ? {} : { reason }),
    })),
  }
}
