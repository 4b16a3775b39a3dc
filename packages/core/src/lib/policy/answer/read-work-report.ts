import { describeIssue } from '../../error/check/describe-issue.ts'
import * as z from 'zod/mini'
import type { Reading } from './read-answer.ts'

/** The statuses that a developer may report, for the assignment and for each of its parts. */
export const workStatuses = ['done', 'already_done', 'partial', 'failed', 'blocked'] as const

/** The status that a developer reports, for the assignment or for one of its parts. */
export type WorkStatus = (typeof workStatuses)[number]

/**
 * A developer's statement about its own work. An admission is believed; a claim of success is verified. An
 * agent may leave out its concerns, and lists may be empty.
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
  /** Doubts, risks and decisions that a reviewer should inspect. */
  concerns: string[]
}

const statusSchema = z.enum(workStatuses)

/** The schema of a developer's report. */
export const workReportSchema: z.ZodMiniType<WorkReport> = z.object({
  status: statusSchema,
  summary: z.string(),
  subtasks: z.array(z.object({ id: z.string(), status: statusSchema, summary: z.string() })),
  files: z.array(z.string()),
  notDone: z.array(z.string()),
  concerns: z.array(z.string()),
})

const statusJson = { type: 'string', enum: workStatuses }

/**
 * {@link workReportSchema} for an agent, who may leave out its concerns and the summary of a part; written
 * out as that of a verdict is, and compared by a test.
 */
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
        required: ['id', 'status'],
        additionalProperties: false,
      },
    },
    files: { type: 'array', items: { type: 'string' } },
    notDone: { type: 'array', items: { type: 'string' } },
    concerns: { type: 'array', items: { type: 'string' } },
  },
  required: ['status', 'summary', 'subtasks', 'files', 'notDone'],
  additionalProperties: false,
}

/**
 * Reads a report, or returns the reason why a value is not one, in a sentence.
 *
 * Only a status decides: a known one must be given, in any case or by a usual word. A part without one has
 * that of the report. Texts and lists may be missing, and a list may be one text.
 */
export const readWorkReport = (value: unknown): Reading<WorkReport> => {
  if (value === undefined || value === null) return { problem: 'The report is missing.' }
  const parsed = workReportSchema.safeParse(isRecord(value) ? fillReport(value) : value)
  if (parsed.success) return { answer: parsed.data }
  return { problem: `${describeIssue(parsed.error.issues[0]!, value, 'The report')}.` }
}

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fillReport = (report: Fields): Fields => {
  const { status, summary, subtasks, files, notDone, concerns } = report
  // A status alone, in other words, may be a quotation.
  const isWhole = [summary, subtasks, files, notDone, concerns].some((each) => each !== undefined)
  const whole = isWhole ? readStatus(status) : status
  return {
    ...report,
    status: whole,
    summary: summary ?? '',
    subtasks: fillParts(subtasks ?? [], whole),
    files: listTexts(files, ({ path, file }) => path ?? file),
    notDone: listTexts(notDone, (item) => JSON.stringify(item)),
    concerns: listTexts(concerns, (item) => JSON.stringify(item)),
  }
}

const fillParts = (parts: unknown, status: unknown): unknown =>
  Array.isArray(parts)
    ? parts.map((part: unknown) =>
        isRecord(part)
          ? {
              ...part,
              id: typeof part['id'] === 'number' ? String(part['id']) : (part['id'] ?? ''),
              status: readStatus(part['status'] ?? status),
              summary: part['summary'] ?? '',
            }
          : part,
      )
    : parts

/** Reads a list of texts, which may be missing or one text, and `textOf` each object in it. */
const listTexts = (list: unknown, textOf: (item: Fields) => unknown): unknown => {
  if (typeof list === 'string') return list.split('\n').filter((line) => line.trim() !== '')
  if (!Array.isArray(list)) return list ?? []
  return list.map((item: unknown) => (isRecord(item) ? textOf(item) : item))
}

/** Usual words for a status. */
const words: Record<string, WorkStatus> = {
  complete: 'done',
  completed: 'done',
  finished: 'done',
  success: 'done',
  succeeded: 'done',
  incomplete: 'partial',
  in_progress: 'partial',
  not_done: 'partial',
  pending: 'partial',
  skipped: 'partial',
  error: 'failed',
}

const readStatus = (status: unknown): unknown => {
  if (typeof status !== 'string') return status
  const word = status.trim().toLowerCase().replace(/[ -]/g, '_')
  return Object.hasOwn(words, word) ? words[word] : (workStatuses.find((one) => one === word) ?? status)
}
