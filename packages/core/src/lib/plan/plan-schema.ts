import * as z from 'zod/mini'
import { phaseFieldSchemas } from './field/phase-fields.ts'
import { planStatusSchema } from './field/plan-status.ts'
import { riskSchema } from './field/risk.ts'

const line = z._default(z.int().check(z.minimum(1)), 1)
const texts = z._default(z.array(z.string()), [])

/** The purpose of a subtask. An `impl` needs a `test` before it. */
const subtaskTypeSchema = z.enum(['test', 'impl', 'refactor', 'other'])

/** One structured action. */
export const stepSchema = z.object({
  id: z.string(),
  description: z._default(z.string(), ''),
  action: z.enum(['code', 'command', 'validation', 'manual']),
  /** `code`: the file to write, relative to the repository's root, with `/`. */
  filePath: z.optional(z.string()),
  /** `code`: the whole content of a new file (or of any file, with `replace`), or a unified diff. */
  codeChange: z.optional(z.string()),
  /** `code`: the content takes the place of a file that exists. */
  replace: z._default(z.boolean(), false),
  /** `command`: split into words as a shell would, but run without one unless `shell` is set. */
  command: z.optional(z.string()),
  /** The commands of this step go through `sh`, because the plan's author asked for it. */
  shell: z._default(z.boolean(), false),
  /** Folder of the commands, relative to the repository's root. */
  cwd: z.optional(z.string()),
  /** Tried in order when the command does not do what is expected. */
  fallbackCommands: texts,
  /**
   * The exit code that means success, or `fail`: any but 0 (and but 126 and 127, which mean that it never
   * ran).
   */
  expectExitCode: z._default(z.union([z.int(), z.literal('fail')]), 0),
  /**
   * A regular expression (RE2) that the output must contain, ANSI codes stripped. Checked after the exit
   * code.
   */
  expectedOutputPattern: z.optional(z.string()),
  /** `validation`: the command that decides. */
  validationCommand: z.optional(z.string()),
  successCriteria: z.optional(z.string()),
  risk: z._default(riskSchema, 'medium'),
  /** Information for people: nothing is stopped by it. */
  estimatedMinutes: z._default(z.number(), 2),
  /** A person is asked before this step. */
  requiresHumanJudgment: z._default(z.boolean(), false),
  /** Ids of steps of the same plan that come before this one. */
  dependsOn: texts,
  isTestStep: z._default(z.boolean(), false),
  /** Id of the step that this one validates. */
  validatesStep: z.optional(z.string()),
  line,
})

/** A part of a phase. Its steps run in order. */
export const subtaskSchema = z.object({
  id: z.string(),
  title: z.string(),
  body: z._default(z.string(), ''),
  type: z._default(subtaskTypeSchema, 'other'),
  dependsOn: texts,
  files: texts,
  steps: z._default(z.array(stepSchema), []),
  status: z._default(planStatusSchema, 'pending'),
  line,
})

/** A command that decides whether a phase is accepted. The engine runs it on the phase's commit. */
const acceptanceSchema = z.object({
  /** Split into words as a shell would, but run without one. */
  command: z.string(),
  /** Folder of the command, relative to the repository's root. */
  cwd: z.optional(z.string()),
  /** As for a step. `fail`: it must fail with the phase's tests alone, without their implementation. */
  expectExitCode: z._default(z.union([z.int(), z.literal('fail')]), 0),
  expectedOutputPattern: z.optional(z.string()),
  line,
})

/** The unit of verification, review, retry and commit. */
export const phaseSchema = z.object({
  /** Normalised: see `normalizePhaseId`. */
  id: z.string(),
  title: z.string(),
  body: z._default(z.string(), ''),
  /** Ids of the phases whose commits this one builds on. */
  dependsOn: texts,
  /** Ids of phases that the author believes can run beside this one: checked and shown, never the truth. */
  parallelWith: texts,
  /**
   * Paths that the phase declares to write. Two phases that declare a common path never run at the same time.
   */
  files: texts,
  ...phaseFieldSchemas,
  subtasks: z._default(z.array(subtaskSchema), []),
  /** Commands that must have their outcome once the phase's session has ended. */
  acceptance: z.optional(z.array(acceptanceSchema)),
  line,
})

/** The whole work, as plain serialisable data. */
export const planSchema = z.object({
  goal: z._default(z.string(), ''),
  title: z._default(z.string(), ''),
  phases: z.array(phaseSchema),
  /** The text that the plan was read from; empty for a plan made in code. */
  source: z._default(z.string(), ''),
  /** The file of that text, as whoever read it names it. */
  file: z.optional(z.string()),
  /** The files that the text was read from, if they were several: the line at which each begins. */
  sources: z.optional(z.array(z.object({ path: z.string(), line, context: z.optional(z.boolean()) }))),
  /** Id of the parser that read it; `code` for a plan made in code. */
  format: z._default(z.string(), 'code'),
  /** An agent wrote it: a person is asked before it is run, even where it runs no command. */
  byAgent: z.optional(z.boolean()),
  /** Id of the work in an issue tracker. */
  trackerId: z.optional(z.string()),
  /** Whether the author follows test-first. */
  tddApproach: z._default(z.boolean(), true),
  /** Minutes that the author expects for all steps together. */
  totalMinutes: z.optional(z.number()),
})

export type Acceptance = z.infer<typeof acceptanceSchema>
export type SubtaskType = z.infer<typeof subtaskTypeSchema>
export type Step = z.infer<typeof stepSchema>
export type Subtask = z.infer<typeof subtaskSchema>
export type Phase = z.infer<typeof phaseSchema>
export type Plan = z.infer<typeof planSchema>

/** A plan as a parser or a program writes it: what has a default may be left out. */
export type PlanDraft = z.input<typeof planSchema>
export type PhaseDraft = z.input<typeof phaseSchema>
export type AcceptanceDraft = z.input<typeof acceptanceSchema>
export type SubtaskDraft = z.input<typeof subtaskSchema>
export type StepDraft = z.input<typeof stepSchema>
