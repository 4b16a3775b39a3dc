import type { RepositoryChange } from './repository-change.ts'
import type { Spend } from './budget.ts'
import type { PublishMode } from './publish-mode.ts'
import type { CheckResult } from '../contract/check-result.ts'
import type { GateView } from './gate.ts'
import type { RunStatus } from './run-status.ts'
import type { PhaseStatus } from './phase-status.ts'
import type { Failure } from '../contract/failure.ts'
import type { Review } from '../contract/review.ts'

export interface PhaseReport {
  id: string
  title: string
  status: PhaseStatus
  /** The last attempt's number; 0 when none was made. */
  attempt: number
  /** The phase's commit on the run's head. */
  commit?: string
  /** Why it failed. */
  failure?: Failure
  /** The phase that keeps it from running, or because of which it was skipped. */
  because?: string
  /** From its first start to its end, waits included. */
  durationMs?: number
  /** What the engine's checks said of the last attempt. */
  checks: CheckResult[]
  /** What its reviewers said last. */
  review?: Review
  /** What was shown of red and green, in a line. */
  evidence?: string
  /** Steps that an agent mended before they were done, a line each: which files it changed, and what was run then. */
  adaptedSteps?: string[]
  /** Ids of the steps that were skipped, and of subtasks without steps, each once. */
  skippedParts?: string[]
  /** Ids of the steps that a person said were done by hand. */
  byHand?: string[]
  /** A line for each step that ran a fallback command. */
  fallbacks?: string[]
  /** What a person approved that the engine or the reviewers had not. */
  approvals?: string[]
}

/** Describes the current state of a run, or its result once the run has ended. */
export interface Report {
  runId: string
  goal: string
  status: RunStatus
  /** The commit that the run began on. */
  base: string
  /** The commit that holds everything integrated so far. */
  head: string
  /** How people get the work. With `message-only` there is no branch: the files go into the user's checkout. */
  publish: PublishMode
  /** Full name of the branch that people get. */
  target: string
  /** Whether the target, or with `message-only` the checkout, contains `head`; else `targetNote` says why not and what to type. */
  targetPublished: boolean
  targetNote?: string
  /** It is the branch of the user's own checkout, in which the phases were done. */
  inPlace?: true
  /** The target was put back: what people got of the run, or of its last batch, is taken back. */
  reverted?: true
  phases: PhaseReport[]
  /** What the checks of the whole said, where the whole was verified. */
  checks: CheckResult[]
  /** What the reviewers of the whole said last. */
  review?: Review
  /** Phases whose tests are still without their implementation. */
  debts: string[]
  gates: GateView[]
  /** What steps and sessions changed in the user's repository beside their work, by phase. Absent for nothing. */
  repositoryChanges?: ({ phaseId: string } & RepositoryChange)[]
  /** What its sessions have used, as far as their drivers can count it. Time is counted where there is a budget of it. */
  spent: Spend
  startedAt: string
  endedAt?: string
  durationMs: number
}
