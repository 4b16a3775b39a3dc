import { describeIssue } from '../../error/check/describe-issue.ts'
import * as z from 'zod/mini'
import { severities } from '../../contract/review.ts'
import type { Verdict } from '../../contract/reviewer.ts'
import { fillNulls } from './fill-nulls.ts'
import type { Reading } from './read-answer.ts'

/** A verdict as an agent or a command writes it: every property exists, and is null if it does not apply. */
export const verdictSchema = z.object({
  approved: z.boolean(),
  summary: z.string(),
  comments: z.array(
    z.object({
      severity: z.enum(severities),
      message: z.string(),
      file: z.nullable(z.string()),
      line: z.nullable(z.int().check(z.minimum(1))),
      suggestion: z.nullable(z.string()),
    }),
  ),
})

/**
 * {@link verdictSchema} for an agent. Written out, because the function that makes one from the other would
 * be a large part of this package; a test compares them.
 */
export const verdictJsonSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    summary: { type: 'string' },
    comments: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          severity: { type: 'string', enum: severities },
          message: { type: 'string' },
          file: { type: ['string', 'null'] },
          line: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
          suggestion: { type: ['string', 'null'] },
        },
        required: ['severity', 'message', 'file', 'line', 'suggestion'],
        additionalProperties: false,
      },
    },
  },
  required: ['approved', 'summary', 'comments'],
  additionalProperties: false,
}

/**
 * Reads a verdict, or returns the reason why a value is not one, in a sentence.
 *
 * Optional properties of a comment may be null or missing. Nothing else is repaired.
 */
export const readVerdict = (value: unknown): Reading<Verdict> => {
  if (value === undefined || value === null) return { problem: 'The verdict is missing.' }
  const parsed = verdictSchema.safeParse(fillNulls(value, 'comments', ['file', 'line', 'suggestion']))
  if (!parsed.success) {
    return { problem: `${describeIssue(parsed.error.issues[0]!, value, 'The verdict')}.` }
  }
  const { approved, summary, comments } = parsed.data
  return {
    answer: {
      approved,
      summary,
      comments: comments.map(({ severity, message, file, line, suggestion }) => ({
        severity,
        message,
        ...(file === null ? {} : { file }),
        ...(line === null ? {} : { line }),
        ...(suggestion === null ? {} : { suggestion }),
      })),
    },
  }
}
