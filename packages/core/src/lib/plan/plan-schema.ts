import * as z from 'zod/mini'
import { metaSchema } from './field/meta.ts'
import { phaseFieldSchemas } from './field/phase-fields.ts'
import { planStatusSchema } from './field/plan-status.ts'
import { riskSchema } from './field/risk.ts'

const line = z._default(z.int().check(z.minimum(1)), 1)
/** White space at an end, or other than one space: few titles have it. */
const untidy = /^\s|\s$|[^\S ]|\s\s/
/** A title becomes one line, because it is the subject of a commit. */
const title = z.string().check((checked) => {
  if (untidy.test(checked.value)) checked.value = checked.value.split(/\s+/).join(' ').trim()
  if (checked.value === '')
    checked.issues.push({ code: 'custom', message: 'expected a text that is not empty', input: '' })
})
const texts = z._default(z.array(z.string()), [])

const subtaskTypeSchema = z.enum(['test', 'impl', 'refactor', 'other'])

/** One structured action. */
export const stepSchema = z.object({
  id: z.string(),
  description: z._default(z.string(), ''),
  action: z.enum(['code', 'command', 'validation', 'manual', 'function']),
  filePath: z.optional(z.string()),
  codeChange: z.optional(z.string()),
  replace: z._default(z.boolean(), false),
  name: z.optional(z.string()),
  input: metaSchema,
  command: z.optional(z.string()),
  shell: z._default(z.boolean(), false),
  cwd: z.optional(z.string()),
  fallbackCommands: texts,
  expectExitCode: z._default(z.union([z.int(), z.literal('fail')]), 0),
  expectedOutputPattern: z.optional(z.string()),
  keep: z.optional(z.literal('server')),
  validationCommand: z.optional(z.string()),
  successCriteria: z.optional(z.string()),
  risk: z._default(riskSchema, 'medium'),
  estimatedMinutes: z._default(z.number(), 2),
  requiresHumanJudgment: z._default(z.boolean(), false),
  dependsOn: texts,
  isTestStep: z._default(z.boolean(), false),
  validatesStep: z.optional(z.string()),
  line,
})

/** A part of a phase. Its steps run in order. */
export const subtaskSchema = z.object({
  id: z.string(),
  title,
  body: z._default(z.string(), ''),
  type: z._default(subtaskTypeSchema, 'other'),
  dependsOn: texts,
  files: texts,
  steps: z._default(z.array(stepSchema), []),
  status: z._default(planStatusSchema, 'pending'),
  line,
})

/** A command that decides whether a phase is accepted. The engine runs it on the phase's commit. */
export const acceptanceSchema = z.object({
  command: z.string(),
  cwd: z.optional(z.string()),
  expectExitCode: z._default(z.union([z.int(), z.literal('fail')]), 0),
  expectedOutputPattern: z.optional(z.string()),
  line,
})

/** The unit of verification, review, retry and commit. */
export const phaseSchema = z.object({
  id: z.string(),
  title,
  body: z._default(z.string(), ''),
  dependsOn: texts,
  parallelWith: texts,
  files: texts,
  conflictsWith: z.optional(z.array(z.string())),
  ...phaseFieldSchemas,
  subtasks: z._default(z.array(subtaskSchema), []),
  acceptance: z.optional(z.array(acceptanceSchema)),
  meta: metaSchema,
  line,
})

/** The whole work, as plain serialisable data. */
export const planSchema = z.object({
  goal: z._default(z.string(), ''),
  title: z._default(z.string(), ''),
  phases: z.array(phaseSchema),
  source: z._default(z.string(), ''),
  file: z.optional(z.string()),
  paths: z.optional(z.array(z.string())),
  sources: z.optional(z.array(z.object({ path: z.string(), line, context: z.optional(z.boolean()) }))),
  marks: z.optional(
    z.array(z.object({ work: z.int(), line: z.int(), column: z.int(), old: z.string(), new: z.string() })),
  ),
  format: z._default(z.string(), 'code'),
  byAgent: z.optional(z.boolean()),
  trackerId: z.optional(z.string()),
  typed: z.optional(z.boolean()),
  tddApproach: z._default(z.boolean(), true),
  totalMinutes: z.optional(z.number()),
  meta: metaSchema,
})
