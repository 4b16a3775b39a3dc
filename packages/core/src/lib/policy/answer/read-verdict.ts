import { describeIssue } from '../../error/check/describe-issue.ts'
import * as z from 'zod/mini'
import { severities } from '../../contract/review.ts'
import type { Criterion, Verdict } from '../../contract/reviewer.ts'
import { fillNulls, isRecord } from './fill-nulls.ts'
import type { Reading } from './read-answer.ts'
import { readCriteria } from './read-criteria.ts'

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
 * {@link verdictSchema} for an agent, who may leave out the summary. Written out, because the function that
 * makes one from the other would be a large part of this package; a test compares them.
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
  required: ['approved', 'comments'],
  additionalProperties: false,
}

/**
 * Reads a verdict, or returns the reason why a value is not one, in a sentence.
 *
 * Only `approved`, and the severity and the message of each comment, must be given, because they decide;
 * everything else may be null or missing. A rejection needs a reason: a summary, a comment, or a criterion
 * that is not met.
 */
export const readVerdict = (value: unknown, criteria: readonly Criterion[] = []): Reading<Verdict> => {
  if (value === undefined || value === null) return { problem: 'The verdict is missing.' }
  const parsed = verdictSchema.safeParse(complete(value))
  if (!parsed.success) {
    return { problem: `${describeIssue(parsed.error.issues[0]!, value, 'The verdict')}.` }
  }
  const { approved, summary, comments } = parsed.data
  const verdict: Verdict = {
    approved,
    summary,
    comments: comments.map(({ severity, message, file, line, suggestion }) => ({
      severity,
      message,
      ...(file === null ? {} : { file }),
      ...(line === null ? {} : { line }),
      ...(suggestion === null ? {} : { suggestion }),
    })),
  }
  const reading = readCriteria(verdict, value, criteria)
  if ('problem' in reading) return reading
  const reasons = [summary, ...reading.answer.comments.map(({ message }) => message)]
  return approved || reasons.some((reason) => reason.trim() !== '')
    ? reading
    : { problem: 'The verdict rejects the change without a reason.' }
}

/** Adds the properties that a verdict may leave out. */
const complete = (value: unknown): unknown => {
  if (!isRecord(value)) return value
  const { summary, comments } = value
  const whole = { ...value, summary: summary ?? '', comments: comments ?? [] }
  if (!Array.isArray(whole.comments)) return whole
  const list = whole.comments.map((comment: unknown) => (isRecord(comment) ? readable(comment) : comment))
  return fillNulls({ ...whole, comments: list }, 'comments', ['file', 'line', 'suggestion'])
}

/** Reads a severity in another case, a line number in quotes, and 0 for no line. */
const readable = (comment: Record<string, unknown>): Record<string, unknown> => {
  const { severity, line } = comment
  const number = typeof line === 'string' && /^ *\d+ *$/.test(line) ? Number(line) : line
  return {
    ...comment,
    severity: typeof severity === 'string' ? severity.trim().toLowerCase() : severity,
    line: number === 0 ? null : number,
  }
}
