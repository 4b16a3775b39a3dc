import type { DriverV1, SessionProgress, SessionRequest, Usage } from '../../contract/driver.ts'
import type { Host } from '../../contract/host.ts'
import type { PlanParserV1 } from '../../contract/plan-parser.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan } from '../../plan/plan-schema.ts'
import type { ArchitectFormat } from '../../prompt/plan-examples.ts'
import { loadEngine } from './load-engine.ts'

/** What a plan is written from. */
export interface GeneratePlanOptions {
  /** What is to be achieved, in the words of whoever wants it. */
  goal: string
  /** The agent that plans. It is not closed: that is for who made it. */
  driver: DriverV1
  /** Where the repository is. Nothing is stored there, and nothing of it is changed. */
  host: Pick<Host, 'git' | 'clock' | 'uniqueId'>
  /** The readers of formats; the one of `format` is among them. */
  parsers: readonly PlanParserV1[]
  /** The format that the plan is written in. Default: `task-heading`. */
  format?: ArchitectFormat
  /** Whether tests come before what they test; a plan in which one does not is sent back. Default: true. */
  tdd?: boolean
  /** What the agent is to know besides the repository: decisions, limits, what was wrong with an earlier plan. */
  context?: string
  /** How often a plan with errors is sent back. Default: 3. */
  maxRepairs?: number
  /** What all its sessions may spend together. */
  limits?: SessionRequest['limits']
  /** Values that are taken out of the plan and of errors, besides what looks like a secret. */
  secrets?: readonly string[]
  /** Stops it: then it rejects with the signal's reason. */
  signal?: AbortSignal
  /** How long the agent may take to end after that, in milliseconds. Then it rejects with `CALL_ABANDONED`. Default: 10,000. */
  callGraceMs?: number
  /** Hears what the agent says while it works. */
  onProgress?: (progress: SessionProgress) => void
}

/** A plan that an agent wrote. */
export interface GeneratedPlan {
  /** For `createRun`, whose plan gate asks a person about it. */
  plan: Plan
  /** As it was written. */
  text: string
  /** Warnings about it. */
  issues: PlanIssue[]
  /** How often it was asked for: once, and once for each time that it was sent back. */
  tries: number
  usage: Usage
}

/**
 * Has an agent read the repository and write a plan for a goal (seed: intelligent-execution, Architect Integration).
 *
 * The agent only reads, in a workspace of the last commit. Its plan is read as any other is; where that finds errors, they are sent back in the
 * same session. A plan of prose, or of another format than was asked for, is an error. Nobody has agreed to the result, and it says so
 * (`byAgent`): `createRun` without `planApproved` asks first.
 *
 * Throws `PLAN_NOT_WRITTEN` with the last text when errors are left, `DRIVER_FAILED` when a session fails, `CALL_ABANDONED`, `OPTION_INVALID`,
 * `NOT_A_REPOSITORY`, `REPOSITORY_NOT_READY`.
 */
export const generatePlan = async (options: GeneratePlanOptions): Promise<GeneratedPlan> => {
  const { writePlan } = await loadEngine()
  return writePlan(options)
}
