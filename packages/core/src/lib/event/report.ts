import type { HostConfinement } from '../contract/host.ts'
import type { PartStatus, StepReport } from '../contract/step-report.ts'
import type { PlanTicks } from './change/plan-ticks.ts'
import type { RestoredFile } from './change/restored-file.ts'
import type { RepositoryChange } from './change/repository-change.ts'
import type { SubtaskType } from '../plan/model/subtask.ts'
import type { Meta } from '../plan/field/meta.ts'
import type { Budget, Cost, Spend } from './budget.ts'
import type { ChargedSession } from './charged-session.ts'
import type { PublishMode } from './publish-mode.ts'
import type { CheckResult } from '../contract/check-result.ts'
import type { Fork } from './fork.ts'
import type { GateView } from './gate-view.ts'
import type { RunStatus } from './run-status.ts'
import type { ReportedStatus } from './phase-status.ts'
import type { Failure } from '../contract/failure.ts'
import type { BatchReport } from './batch-report.ts'
import type { ReportedStatements } from './change/reported-statements.ts'
import type { Review } from '../contract/review.ts'

/** The cost of an attempt. */
export interface AttemptReport {
  /** The number of the attempt, from 1. */
  attempt: number
  /** The sum of its sessions. */
  spent: Cost
  /** In the order in which they began. */
  sessions: ChargedSession[]
}

/** A subtask of a phase (seed: phased-execution, SubtaskState). */
export interface SubtaskReport {
  /** The id of the subtask. */
  id: string
  /** Its title. */
  title: string
  /** Its type. */
  type: SubtaskType
  /** A part that has not ended takes the status of its phase once that has ended. */
  status: PartStatus
  /** The attempt in which it last ran, or else the phase's last one. */
  attempt: number
  /** When it last started: ISO 8601 in UTC. Absent if unknown. */
  startedAt?: string
  /** When it last ended: ISO 8601 in UTC. Absent if unknown. */
  completedAt?: string
  /** Why it failed. */
  error?: string
  /** Why it was skipped. Absent if its phase was. */
  skipReason?: string
  /**
   * Its times and its end are the statements of the agent that did its phase in one session. It counts as
   * done once the phase is completed.
   */
  claimed?: true
  /** Its steps, in plan order. Absent if it has none. */
  steps?: StepReport[]
}

/** Why a phase cannot start (seed: phase-execution-reference, Blocked Phase State). */
export interface BlockedPhase {
  /** The kind of the reason. */
  type: 'blocked'
  /** The reason, in a sentence. */
  message: string
  /** The id of the phase that failed, was skipped or is blocked. */
  blockingPhase: string
}

/** A person's answer at a checkpoint (seed: intelligent-execution, BatchApproval). */
export interface BatchApproval {
  /** The batch of these phases at that time. */
  batch: number
  /** Ids of the phases that the answer is about. */
  phases: string[]
  /** Whether the person approved. */
  approved: boolean
  /** The words of the person. */
  feedback?: string
  /** ISO 8601 in UTC. */
  at: string
}

/** Phases of which each depends on the one before it. */
export interface LongestChain {
  /** Their ids, the first one first. */
  phases: string[]
  /** The time that they worked together, in milliseconds. */
  durationMs: number
}

/** The state of one phase, or its result. */
export interface PhaseReport {
  /** The phase's id in the plan. */
  id: string
  /** The phase's title in the plan. */
  title: string
  /** The phase's `meta` in the plan. Absent without any. */
  meta?: Meta
  /** The phase's state when the report was built. */
  status: ReportedStatus
  /**
   * The run leaves it out: the plan skips it, or its caller chose other phases. Its status is `external`, as
   * that of a phase that the plan marks as done.
   */
  excluded?: true
  /** The last attempt's number; 0 when none was made. */
  attempt: number
  /** The commit that the last attempt began on. Absent before the first one. */
  base?: string
  /** Its subtasks, in plan order. Absent if it has none. */
  subtasks?: SubtaskReport[]
  /** The phase's commit on the run's head. */
  commit?: string
  /** The lines that its commit adds and removes, without the run's own files. Absent if unknown. */
  lines?: { added: number; removed: number }
  /** It is completed, and changed no file. */
  unchanged?: true
  /** Why it failed. */
  failure?: Failure
  /** The phase that blocks it, or because of which it was skipped. */
  because?: string
  /** Why it was skipped. */
  skipReason?: string
  /** Why it is blocked. */
  blocked?: BlockedPhase
  /** When its first attempt began: ISO 8601 in UTC. */
  startedAt?: string
  /** When it ended: ISO 8601 in UTC. */
  completedAt?: string
  /** It has a place, so `durationMs` increases with the time while a process runs it. */
  active?: true
  /** Milliseconds in which it was worked on: without waits for people, other phases and processes. */
  durationMs?: number
  /** Results of the engine's checks on the last attempt. */
  checks: CheckResult[]
  /** The last review. */
  review?: Review
  /** The evidence of red and green, in a line. */
  evidence?: string
  /** Ids of tests that failed and passed on one commit. */
  flaky?: string[]
  /** The summary by its agent, at most 4,000 characters: a claim. */
  summary?: string
  /** Work that its agent reports as not done. */
  notDone?: string[]
  /** Doubts that its agent reports about its own work. */
  concerns?: string[]
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
  /** Files that its agent reported as changed, and that its commit does not contain. */
  unconfirmedFiles?: string[]
  /** Declared or reported files that git ignores, each with its rule: `.env (.gitignore:1: .env*)`. */
  ignoredFiles?: string[]
  /** Approvals by a person of results that the engine or the reviewers had refused. */
  approvals?: string[]
  /** Files of the run, or of its plan, that attempts changed and the engine restored. Absent without any. */
  restored?: RestoredFile[]
  /** The usage of its sessions. Absent if it had none. */
  spent?: Spend
  /** Every attempt that had a session. Absent if none had. */
  attempts?: AttemptReport[]
}

/** Describes the current state of a run, or its result once the run has ended. */
export interface Report {
  /** The run's id. */
  runId: string
  /** The labels that the run was created with. */
  labels?: Record<string, string>
  /** The data that the plan and the caller gave the run. Absent without any. */
  meta?: Meta
  /** The run that this one was forked from. */
  forkedFrom?: Fork
  /** The goal of the plan, or its title if it states no goal. */
  goal: string
  /** The run's status when the report was built. */
  status: RunStatus
  /** The commit that the run began on. */
  base: string
  /** The commit that holds everything integrated so far. */
  head: string
  /** How people receive the work. With `message-only`, the files are in the checkout, without a branch. */
  publish: PublishMode
  /** Full name of the branch that people get. */
  target: string
  /** Whether the target, or with `message-only` the checkout, contains `head`; else see `targetNote`. */
  targetPublished: boolean
  /**
   * Explains why the target or the checkout does not contain `head`. From the command line it also names
   * commits of submodules that have to be pushed before the target.
   */
  targetNote?: string
  /** It is the branch of the user's own checkout, in which the phases were done. */
  inPlace?: true
  /** Whether the run's processes are confined. Absent if its host does not report it. */
  confinement?: HostConfinement
  /** The target was restored: the run, or its last batch, was reverted. */
  reverted?: true
  /** The words of the person who ended the run with an answer. */
  endReason?: string
  /** Every phase, in plan order. */
  phases: PhaseReport[]
  /** The batches of the plan, in order. */
  batches: BatchReport[]
  /** The answers of people at checkpoints, oldest first. Absent if there are none. */
  batchApprovals?: BatchApproval[]
  /** The marks of finished work that the run changed in the files of its plan. Absent without any. */
  ticks?: PlanTicks[]
  /** No check is configured, so nothing was verified. */
  unverified?: true
  /** Results of the checks on the final result, if it was verified. */
  checks: CheckResult[]
  /** The last review of the final result. */
  review?: Review
  /** The statements about its phases. Absent if there are none. */
  statements?: ReportedStatements
  /** Phases whose tests are still without their implementation. */
  debts: string[]
  /** The open gates. */
  gates: GateView[]
  /** Changes by steps and sessions to the user's repository outside their work. Absent without any. */
  repositoryChanges?: ({ phaseId: string } & RepositoryChange)[]
  /** The usage of its sessions, as far as their drivers count it. */
  spent: Spend
  /** The limits of the run's budget, with what people have added. Absent without a limit. */
  budget?: Budget
  /** Sessions of the run itself, such as those of the final review. Absent if there are none. */
  sessions?: ChargedSession[]
  /** When the run started, ISO 8601 in UTC. `1970-01-01T00:00:00.000Z` before the start. */
  startedAt: string
  /** When the run last ended, ISO 8601 in UTC. Absent while it is running. */
  endedAt?: string
  /** Milliseconds in which the run worked: without its interruptions, and waits only for people. */
  durationMs: number
  /** The dependent phases that took the longest together. Absent if there were no two in a row. */
  longestChain?: LongestChain
  /** Minutes that the plan expects for all steps together, if it states a total. */
  plannedMinutes?: number
}
