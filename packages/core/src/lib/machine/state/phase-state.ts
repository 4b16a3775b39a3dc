import type { NotedStatement } from '../../event/noted-statement.ts'
import type { GateAnswer } from '../../event/gate-view.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Review } from '../../contract/review.ts'
import type { Budget, Spend } from '../../event/budget.ts'
import type { RestoredFile } from '../../event/change/restored-file.ts'
import type { PhaseStatus } from '../../event/phase-status.ts'
import type { Phase } from '../../plan/model/phase.ts'
import { nothingSpent } from '../../policy/dispatch/find-exhausted.ts'
import type { PlantedDigests } from '../../policy/planted-digests.ts'
import type { KnownSession } from '../../policy/dispatch/known-session.ts'
import type { Standing } from '../../policy/dispatch/where-it-stands.ts'
import { type Attempt, beforeAttempts, type PartStatus } from './attempt.ts'
import { createEffort, type Effort } from './effort.ts'

/**
 * One run of a subtask. Times are in milliseconds since 1970; one that an agent did not report is absent.
 * `claimed`: the agent of the phase's session reported it.
 */
export interface SubtaskRun {
  attempt: number
  startedAt?: number
  endedAt?: number
  error?: string
  claimed?: true
}

/** One run of a step. Times are in milliseconds since 1970. The last two are known once it has ended. */
export interface StepRun {
  startedAt: number
  endedAt?: number
  durationMs?: number
  command?: string
  /** The result of a function. */
  result?: unknown
}

/**
 * One phase. Its plain fields live as long as the phase; `effort`, `attempt` and `place` are replaced when
 * theirs has ended.
 */
export interface PhaseState {
  readonly index: number
  readonly id: string
  /** The phase as the plan describes it. */
  readonly planned: Phase
  /** Limits used up since a person last started the phase. */
  effort: Effort
  /** The last attempt, running or ended. Its number is 0 before the first one. */
  attempt: Attempt
  /** Present while the phase is active. */
  place: Place | undefined
  status: PhaseStatus
  /** Number of dependencies that are neither completed nor external. */
  missing: number
  /** Stays among the active phases so far. The number of the last one names it in effects and inputs. */
  dispatches: number
  /** The highest attempt number that a resume found only in git. */
  attemptsFound: number
  /** Whether the next attempt keeps the work of the last one. */
  keeps: boolean
  /** Where the attempt continues once the phase has a place again. */
  resumeAt: Standing | undefined
  /** Failures so far, oldest first: the next attempt reads them. */
  failures: Failure[]
  /** Steps that are done, skipped or running, in the present attempt or in one that it continues from. */
  stepStatus: Map<string, PartStatus>
  subtaskStatus: Map<string, PartStatus>
  /** When each subtask last ran, in which attempt, and why it failed. */
  readonly subtaskRuns: Map<string, SubtaskRun>
  /** When each step last started and ended, in milliseconds since 1970, and what it ran. */
  readonly stepRuns: Map<string, StepRun>
  /** Steps whose commands began after a person had approved them. Such an approval counts once. */
  begunSteps: Set<string> | undefined
  /** Steps that a person did by hand. */
  byHand: Set<string> | undefined
  /** Whether a person counts the phase as done although all of its parts are skipped. */
  emptyAccepted: boolean
  /**
   * Whether an agent does the phase although it has structured steps, because a person gave an instruction.
   */
  byAgent: boolean
  /** A person's instruction that an agent has yet to follow. */
  fix: Fix | undefined
  /** The answers of people at its gates, oldest first. */
  answers: GateAnswer[]
  /** Every review of the phase, oldest first. */
  reviews: Review[]
  /** The commit of the last review that ended, and the commit that it was built on. */
  reviewed: { readonly commit: string; readonly base: string } | undefined
  /** The last session of each unit, by subtask or `phase`. A continuation or a later attempt resumes it. */
  readonly sessions: Map<string, KnownSession>
  /** The intent that is journalled and not yet confirmed. `note` says why the target stays. */
  intent:
    | { readonly updates: RefUpdate[]; readonly note?: string; readonly statement?: NotedStatement }
    | undefined
  /** Files of the run that attempts changed and the engine restored, by path. */
  readonly restored: Map<string, RestoredFile>
  /** The commit on the run's head, and the head below it. Present once the phase is completed. */
  integrated:
    | {
        readonly commit: string
        readonly under: string
        readonly statement?: Omit<NotedStatement, 'commit'>
      }
    | undefined
  /** The phase's commit by an earlier plan, which described other work. */
  former: string | undefined
  /** The usage of its sessions, and its limit. */
  readonly spent: Spend
  allowed: Budget
  /** The active phase whose files it waits for. */
  lockedBy: number | undefined
  /** The phase that blocks it, or because of which it is skipped. */
  because: string | undefined
  /** Why it was skipped last. */
  skipReason: string | undefined
  startedAt: number | undefined
  endedAt: number | undefined
}

/**
 * A person's instruction at a blocker. An agent follows it before the step runs again, or without a step,
 * before the phase's steps do.
 */
export interface Fix {
  readonly stepId?: string
  readonly instruction: string
  /** The failure that the person was asked about. */
  readonly failure: Failure
}

/** Forgets an instruction that was followed: the one for this step, or for the phase. */
export const dropFix = (phase: PhaseState, stepId?: string): void => {
  if (phase.fix && (phase.fix.stepId ?? stepId) === stepId) phase.fix = undefined
}

/** A place among the active phases. A phase that waits gives it back. */
export interface Place {
  /** Whether a workspace is open for the attempt. */
  workspace: boolean
  /** When the machine asked to be woken because the phase's time may have run out. */
  budgetWake: number | undefined
  /** The repository's configuration and hooks when the workspace was opened, if they are known. */
  repository?: PlantedDigests
}

/** A phase before anything has happened to it. */
export const createPhaseState = (planned: Phase, index: number, phaseBudget: Budget): PhaseState => ({
  index,
  id: planned.id,
  planned,
  effort: createEffort(),
  attempt: beforeAttempts(),
  place: undefined,
  status: 'pending',
  missing: 0,
  dispatches: 0,
  attemptsFound: 0,
  keeps: false,
  resumeAt: undefined,
  failures: [],
  stepStatus: new Map(),
  subtaskStatus: new Map(),
  subtaskRuns: new Map(),
  stepRuns: new Map(),
  begunSteps: undefined,
  byHand: undefined,
  emptyAccepted: false,
  byAgent: false,
  fix: undefined,
  answers: [],
  reviews: [],
  reviewed: undefined,
  sessions: new Map(),
  intent: undefined,
  restored: new Map(),
  integrated: undefined,
  former: undefined,
  spent: nothingSpent(),
  allowed: phaseBudget,
  lockedBy: undefined,
  because: undefined,
  skipReason: undefined,
  startedAt: undefined,
  endedAt: undefined,
})
