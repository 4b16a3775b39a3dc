import type { RepositoryChange } from './repository-change.ts'
import type { Cost, Spend } from './budget.ts'
import type { ChargedSession } from './charged-session.ts'
import type { PublishMode } from './publish-mode.ts'
import type { CheckResult } from '../contract/check-result.ts'
import type { GateView } from './gate-view.ts'
import type { RunStatus } from './run-status.ts'
import type { PhaseStatus } from './phase-status.ts'
import type { Failure } from '../contract/failure.ts'
import type { Review } from '../contract/review.ts'

/** The cost of an attempt. */
export interface AttemptReport {
  attempt: number
  spent: Cost
  /** In the order in which they began. */
  sessions: ChargedSession[]
}

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
  /** The phase that blocks it, or because of which it was skipped. */
  because?: string
  /** From its first start to its end, waits included. */
  durationMs?: number
  /** Results of the engine's checks on the last attempt. */
  checks: CheckResult[]
  /** The last review. */
  review?: Review
  /** The evidence of red and green, in a line. */
  evidence?: string
  /** Steps that an agent repaired, a line each: the changed files and the command that then ran. */
  adaptedSteps?: string[]
  /** Ids of the steps that were skipped, and of subtasks without steps, each once. */
  skippedParts?: string[]
  /** Ids of the steps that a person stopped and that have not run again. */
  cancelledSteps?: string[]
  /** Ids of the steps that a person said were done by hand. */
  byHand?: string[]
  /** A line for each step that ran a fallback command. */
  fallbacks?: string[]
  /** Approvals by a person of results that the engine or the reviewers had refused. */
  approvals?: string[]
  /** The usage of its sessions. Absent if it had none. */
  spent?: Spend
  /** Every attempt that had a session. Absent if none had. */
  attempts?: AttemptReport[]
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
  /**
   * How people receive the work. With `message-only` no branch is made: the files go into the user's
   * checkout.
   */
  publish: PublishMode
  /** Full name of the branch that people get. */
  target: string
  /**
   * Whether the target, or with `message-only` the checkout, contains `head`; else `targetNote` says why not
   * and what to type.
   */
  targetPublished: boolean
  targetNote?: string
  /** It is the branch of the user's own checkout, in which the phases were done. */
  inPlace?: true
  /** The target was restored: the run, or its last batch, was reverted. */
  reverted?: true
  phases: PhaseReport[]
  /** No check is configured, so nothing was verified. */
  unverified?: true
  /** Results of the checks on the final result, if it was verified. */
  checks: CheckResult[]
  /** The last review of the final result. */
  review?: Review
  /** Phases whose tests are still without their implementation. */
  debts: string[]
  gates: GateView[]
  /**
   * Changes that steps and sessions made to the user's repository outside their work. Absent if there are
   * none.
   */
  repositoryChanges?: ({ phaseId: string } & RepositoryChange)[]
  /** The usage of its sessions, as far as their drivers count it. */
  spent: Spend
  /** Sessions of the run itself, such as those of the final review. Absent if there are none. */
  sessions?: ChargedSession[]
  startedAt: string
  endedAt?: string
  durationMs: number
  /** Minutes that the plan expects for all steps together, if it states a total. */
  plannedMinutes?: number
}
