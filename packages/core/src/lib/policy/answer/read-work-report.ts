import { describeIssue } from '../../error/check/describe-issue.ts'
import * as z from 'zod/mini'
import type { Reading } from './read-answer.ts'

/** The statuses that a developer may report, for the assignment and for each of its parts. */
export const workStatuses = ['done', 'already_done', 'partial', 'failed', 'blocked'] as const

/** The status that a developer reports, for the assignment or for one of its parts. */
export type WorkStatus = (typeof workStatuses)[number]

/**
 * A developer's statement about its own work. An admission is believed; a claim of success is verified. An
 * agent writes every property, and lists may be empty.
 */
export interface WorkReport {
  /**
   * `already_done`: the work existed before. `blocked`: a person has to decide, or to give something.
   */
  status: WorkStatus
  /** A sentence or two. */
  summary: string
  /** The parts of the assignment, by their ids. */
  subtasks: { id: string; status: WorkStatus; summary: string }[]
  /** The files that were changed, as paths from the root of the tree. */
  files: string[]
  /** Work that could not be done, and the reason. */
  notDone: string[]
}

const statusSchema = z.enum(workStatuses)

/** The schema of a developer's report. */
export const workReportSchema: z.ZodMiniType<WorkReport> = z.object({
  status: statusSchema,
  summary: z.string(),
  subtasks: z.array(z.object({ id: z.string(), status: statusSchema, summary: z.string() })),
  files: z.array(z.string()),
  notDone: z.array(z.string()),
})

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
  return { problem: `${describeIssue(parsed.error.issues[0]!, value, 'The report')}.` }
}

const fillLists = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { subtasks, files, notDone, ...rest } = value as Record<string, unknown>
  return { ...rest, subtasks: subtasks ?? [], files: files ?? [], notDone: notDone ?? [] }
}
