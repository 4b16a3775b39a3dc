import * as z from 'zod/mini'
import { validIf } from './valid-if.ts'
import type { PlanIssueCode } from '../plan-issue.ts'
import { type PlanStatus, planStatusSchema } from './plan-status.ts'
import { readEmptyOk } from './read-empty-ok.ts'
import { readEstimate } from './read-estimate.ts'
import { nameForm, queueForm, readName } from './read-name.ts'
import { readPriority } from './read-priority.ts'
import { readStatus } from './read-status.ts'
import { readRisk, riskSchema } from './risk.ts'

const nameSchema = z.string().check(validIf((name) => nameForm.test(name), 'expected a name without spaces'))
const queueSchema = z
  .string()
  .check(validIf((name) => queueForm.test(name), 'expected letters, digits, dots, underscores and hyphens'))

/**
 * The definition of one field of a phase with a single value: its schema, and how Markdown plans and reports
 * express it.
 */
export interface PhaseField<Value, Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** Includes the default. */
  schema: Schema
  /** The label in Markdown and the header of a table column, as Amelia writes it. */
  label: string
  /** Other accepted labels, in lower case. */
  labels: readonly string[]
  /** Other accepted column headers, in lower case. Labels are headers too. */
  headers: readonly string[]
  /** Whether a written phase table always has the column, or only if a phase differs from the default. */
  column: 'always' | 'if used'
  /** Reads a text, or returns undefined if it is not a value of the field. */
  read(text: string): Value | undefined
  /** The value after a label. */
  write(value: Value): string
  /** The value in a table cell. */
  cell(value: Value): string
  /**
   * The warning for a text that `read` does not understand. Without one, such a text is ignored. `assume` is
   * the value of such a text if it is short; a longer one is a description.
   */
  unreadable?: { code: PlanIssueCode; problem: string; allow?: RegExp; assume?: Value }
  /** The field in plural, as conversions name a loss. */
  loss: string
}

const field = <Schema extends z.ZodMiniType>(
  definition: PhaseField<NonNullable<z.output<Schema>>, Schema>,
): PhaseField<NonNullable<z.output<Schema>>, Schema> => {
  const { labels, headers, unreadable } = definition
  for (const part of [labels, headers, unreadable]) Object.freeze(part)
  return Object.freeze(definition)
}

/** The mark of a status in a phase table. */
const marks: Record<PlanStatus, string> = {
  pending: '⬜',
  in_progress: '🔄',
  done: '✅',
  skipped: '⏭️',
  deferred: '⏸️',
  cancelled: '🚫',
}

/**
 * The fields of a phase with a single value, in the order in which they are written.
 *
 * The plan's schema, the readers and writers of Markdown plans and `findLosses` derive from this list.
 */
export const phaseFields = Object.freeze({
  estimate: field({
    schema: z.optional(z.number()),
    label: 'Estimate',
    labels: ['est', 'points', 'effort'],
    headers: ['pts', 'story points', 'duration', 'minutes', 'hours', 'days'],
    column: 'always',
    read: readEstimate,
    write: String,
    cell: String,
    unreadable: {
      code: 'ESTIMATE_INVALID',
      problem: 'is not a number',
      allow: /^(?:xs|s|m|l|xl|xxl|small|medium|large)\b/i,
    },
    loss: 'estimates',
  }),
  priority: field({
    schema: z.optional(z.int()),
    label: 'Priority',
    labels: ['prio'],
    headers: [],
    column: 'if used',
    read: readPriority,
    write: String,
    cell: String,
    unreadable: { code: 'PRIORITY_INVALID', problem: 'is neither an integer nor a known word' },
    loss: 'priorities',
  }),
  status: field({
    schema: z._default(planStatusSchema, 'pending'),
    label: 'Status',
    labels: [],
    headers: ['state', 'progress', 'done'],
    column: 'always',
    read: readStatus,
    write: (status) => status.replace('_', ' '),
    cell: (status) => marks[status],
    unreadable: {
      code: 'STATUS_UNKNOWN',
      problem: 'does not decide whether it runs, so it counts as pending',
    },
    loss: 'statuses of phases',
  }),
  risk: field({
    schema: z._default(riskSchema, 'medium'),
    label: 'Risk',
    labels: [],
    headers: [],
    column: 'if used',
    read: readRisk,
    write: String,
    cell: String,
    // A person is asked too often instead of never.
    unreadable: { code: 'RISK_INVALID', problem: 'is not low, medium or high', assume: 'high' },
    loss: 'risks of phases',
  }),
  emptyOk: field({
    schema: z.optional(z.boolean()),
    label: 'Empty',
    labels: ['empty ok', 'may be empty'],
    headers: [],
    column: 'if used',
    read: readEmptyOk,
    write: (value) => (value ? 'ok' : 'no'),
    cell: (value) => (value ? 'ok' : 'no'),
    loss: 'permissions to be empty',
  }),
  agent: field({
    schema: z.optional(nameSchema),
    label: 'Agent',
    labels: ['driver'],
    headers: [],
    column: 'if used',
    read: (text) => readName(text),
    write: String,
    cell: String,
    loss: 'agents of phases',
  }),
  model: field({
    schema: z.optional(nameSchema),
    label: 'Model',
    labels: [],
    headers: [],
    column: 'if used',
    read: (text) => readName(text),
    write: String,
    cell: String,
    loss: 'models of phases',
  }),
  queue: field({
    schema: z.optional(queueSchema),
    label: 'Queue',
    labels: [],
    headers: [],
    column: 'if used',
    read: (text) => readName(text, queueForm),
    write: String,
    cell: String,
    loss: 'queues of phases',
  }),
})

/** The name of a phase's field with a single value. */
export type PhaseFieldName = keyof typeof phaseFields

/** The names of the fields, in the order in which parsers write them. */
export const phaseFieldNames: readonly PhaseFieldName[] = Object.freeze(
  Object.keys(phaseFields) as PhaseFieldName[],
)

/** The schemas of the fields, for the schema of a phase. */
export const phaseFieldSchemas = Object.fromEntries(
  phaseFieldNames.map((name) => [name, phaseFields[name].schema]),
) as { [Name in PhaseFieldName]: (typeof phaseFields)[Name]['schema'] }

/** Values of the fields; a field without one has its default. */
export type PhaseFieldValues = {
  [Name in PhaseFieldName]?: NonNullable<ReturnType<(typeof phaseFields)[Name]['read']>>
}

const absent = new Set(['', '-', '–', '—', 'n/a', 'none', '?', 'tbd'])
const mostWords = 3

/** A text that a field cannot read. */
export interface UnreadableField {
  /** The code of its warning. */
  code: PlanIssueCode
  /** The end of a sentence that begins with the field and its text. */
  problem: string
  /** The value that it counts as. */
  assumed?: unknown
  /** Whether it is a description instead of a value, by its length. */
  isProse: boolean
}

/** Returns the problem of a text that is neither a value of the field nor a word for an absent one. */
export const findUnreadable = (name: PhaseFieldName, text: string): UnreadableField | undefined => {
  if (text === '') return undefined
  const { unreadable, read } = phaseFields[name] as PhaseField<string>
  const written = text.trim()
  if (!unreadable || absent.has(written.toLowerCase()) || read(written) !== undefined) return undefined
  if (unreadable.allow?.test(written)) return undefined
  const isProse = written.split(/\s+/, mostWords + 1).length > mostWords
  const { code, problem, assume } = unreadable
  if (assume === undefined || isProse) return { code, problem, isProse }
  return { code, problem: `${problem}, so it counts as ${assume}`, assumed: assume, isProse }
}

/** Reads the fields that `textOf` has a readable text for, and assumes careful values of unreadable ones. */
export const readPhaseFields = (textOf: (name: PhaseFieldName) => string | undefined): PhaseFieldValues => {
  const values: Partial<Record<PhaseFieldName, unknown>> = {}
  for (const name of phaseFieldNames) {
    const text = textOf(name)
    // No field has a value for an empty text, which most are.
    if (text === undefined || text === '') continue
    const value = phaseFields[name].read(text) ?? findUnreadable(name, text)?.assumed
    if (value !== undefined) values[name] = value
  }
  return values as PhaseFieldValues
}

/** Returns the text of a field, or undefined if the phase has no value for it or the default. */
export const writePhaseField = (
  name: PhaseFieldName,
  phase: { readonly [Name in PhaseFieldName]?: PhaseFieldValues[Name] | undefined },
  form: 'write' | 'cell' = 'write',
): string | undefined => {
  const value = phase[name]
  const { schema, [form]: write } = phaseFields[name] as PhaseField<unknown>
  const isDefault = form === 'write' && value === schema.parse(undefined)
  return value === undefined || isDefault ? undefined : write(value)
}
