import * as z from 'zod/mini'
import type { Reading } from './read-answer.ts'

/** The statuses that a developer may report, for the assignment and for each of its parts. */
export const workStatuses = ['done', 'already_done', 'partial', 'failed', 'blocked'] as const

const statusSchema = z.enum(workStatuses)

/** A developer's report as an agent writes it: every property exists, and lists may be empty. */
export const workReportSchema = z.object({
  /**
   * `already_done`: the work existed before. `blocked`: a person has to decide, or to give something.
   */
  status: statusSchema,
  /** A sentence or two. */
  summary: z.string(),
  /** The parts of the assignment, by their ids. */
  subtasks: z.array(z.object({ id: z.string(), status: statusSchema, summary: z.string() })),
  /** The files that were changed, as paths from the root of the tree. */
  files: z.array(z.string()),
  /** Work that could not be done, and the reason. */
  notDone: z.array(z.string()),
})

/** A developer's statement about its own work. An admission is believed; a claim of success is verified. */
export type WorkReport = z.infer<typeof workReportSchema>

const statusJson = { type: 'string', enum: workStatuses }

/** {@link workReportSchema} for an agent; written out as that of a verdict is, and compared by a test. */
export const workReportJsonSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    status: statusJson,
    summary: { type: 'string' },
    subtasks: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, status: statusJson, summary: { type: 'string' } },
        required: ['id', 'status', 'summary'],
        additionalProperties: false,
      },
    },
    files: { type: 'array', items: { type: 'string' } },
    notDone: { type: 'array', items: { type: 'string' } },
  },
  required: ['status', 'summary', 'subtasks', 'files', 'notDone'],
  additionalProperties: false,
}

/**
 * Reads a report, or returns the reason why a value is not one, in a sentence.
 *
 * Lists may be missing. Nothing else is repaired.
 */
export const readWorkReport = (value: unknown): Reading<WorkReport> => {
  if (value === undefined || value === null) return { problem: 'The report is missing.' }
  const parsed = workReportSchema.safeParse(fillLists(value))
  if (parsed.success) return { answer: parsed.data }
  const [first] = parsed.error.issues
  return { problem: `${first?.path.map(String).join('.') || 'The report'}: ${first?.message}.` }
}

const fillLists = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { subtasks, files, notDone, ...rest } = value as Record<string, unknown>
  return { ...rest, subtasks: subtasks ?? [], files: files ?? [], notDone: notDone ?? [] }
}
