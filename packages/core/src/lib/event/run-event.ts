import type { BatchEventMap } from './batch-end.ts'
import type { RepositoryChange } from './change/repository-change.ts'
import type { RestoredFile } from './change/restored-file.ts'
import type { PartEventMap } from './part-event-map.ts'
import type { PlanChange } from './change/plan-change.ts'
import type { Meta } from '../plan/field/meta.ts'
import type { Budget, Spend } from './budget.ts'
import type { ChargedSession } from './charged-session.ts'
import type { CheckResult } from '../contract/check-result.ts'
import type { Unit } from '../contract/driver.ts'
import type { PluginEventFields } from '../contract/tool/own-event.ts'
import type { GateView, RevertScope } from './gate-view.ts'
import type { Evidence } from './evidence.ts'
import type { Failure } from '../contract/failure.ts'
import type { EvaluatedComment } from '../contract/review.ts'
import type { StartEventMap } from './start-event-map.ts'
import type { SteerEventMap } from './steer-event-map.ts'
import type { RoundCause } from '../contract/round-cause.ts'
import type { RunStatus } from './run-status.ts'
import type { RunEventType } from './run-event-type.ts'
import type { Report } from './report.ts'

/** The fields of every journalled event. */
export interface EventBase {
  /** Counts from 1 without gaps through the whole run, resumes included. */
  seq: number
  /** When it happened, ISO 8601 in UTC. */
  at: string
  /** The id of the run. */
  runId: string
  /** The id of the phase that it is about. Absent if it is about the run. */
  phaseId?: string
}

/**
 * The events of a run, by name. All are serialisable. The names are a public interface.
 *
 * A phase's events come in the order in which the phase lives; events of parallel phases interleave.
 */
export interface RunEventMap extends BatchEventMap, PartEventMap, StartEventMap, SteerEventMap {
  /** The run continues with a plan that a person edited. Phases that are not named are unchanged. */
  plan_changed: { changes: PlanChange[] }
  /** Nothing new starts; running phases may end. */
  run_draining: { reason: 'phase_failed' | 'requested' }
  /**
   * A person has pushed commits to the target: the run builds on them and verifies what it merges with them.
   */
  target_adopted: { phaseId: string; commit: string }
  /** Every phase has ended, and the final result is being verified. */
  run_verifying: { commit: string; checks: string[] }
  /**
   * The final result was verified. `passed` is false if a check failed or tests are still without their
   * implementation.
   */
  run_verified: { commit: string; passed: boolean; checks: CheckResult[] }
  /** Every phase has ended, and the final result is being reviewed. */
  run_reviewing: { commit: string; round: number }
  /** The review of the final result failed and is retried. `waitMs` counts from now. */
  review_delayed: { waitMs: number; failure: Failure }
  /** The final result was reviewed. If it is not approved, a person is asked. */
  run_reviewed: { commit: string; approved: boolean; summary: string; comments: EvaluatedComment[] }
  /** People have the work: `commit` is what they get, on the target branch if `target` is true. */
  run_published: { commit: string; target: boolean; reason?: string }
  /** No session starts with this provider for a while. `waitMs` counts from now. */
  provider_paused: { phaseId: string; provider: string; waitMs: number; failure: Failure }
  /** The last event of this process. `waiting` and `cancelled` runs can be resumed. */
  run_ended: { status: RunStatus; report: Report }
  /** An attempt at the phase begins. `base`: the commit that it builds on. */
  phase_started: { phaseId: string; title: string; attempt: number; base: string; meta?: Meta }
  /** The run's head contains the phase's commit. */
  phase_completed: {
    phaseId: string
    title: string
    attempt: number
    commit: string
    durationMs: number
    /** The phase changed no file. */
    unchanged?: true
    /** Ignored files of an unchanged phase, each with its rule. */
    ignoredFiles?: string[]
  }
  /**
   * The phase has given its place back and waits for a person, or for the caller's own strategy. A person's
   * gate opens now, or with the gate of its batch.
   */
  phase_waiting: { phaseId: string; attempt: number; for: 'checkpoint' | 'strategy' | 'blocker' }
  /** The caller's own strategy returned its verdict. `late`: too late, so it changes nothing. */
  checkpoint_decided: {
    phaseId: string
    attempt: number
    requestId: string
    pause: boolean
    reason?: string
    late?: true
  }
  /** A person or the strategy has answered, and the attempt continues. */
  phase_continued: { phaseId: string; attempt: number }
  /**
   * An attempt failed and another one follows. `tries`: failed attempts since a person last started the
   * phase, this one included, of at most `maxAttempts`.
   */
  phase_retry: { phaseId: string; attempt: number; tries: number; maxAttempts: number; failure: Failure }
  /** The failure may pass: the next attempt begins after `waitMs`, and the failed one does not count. */
  phase_delayed: { phaseId: string; attempt: number; waitMs: number; failure: Failure }
  /**
   * Its provider accepts no sessions: the phase has given its place back and continues by itself. `waitMs`
   * counts from now.
   */
  phase_paused: { phaseId: string; attempt: number; provider: string; waitMs: number }
  /**
   * The attempt goes on with its work in another session, its last one if that can continue. No attempt is
   * used. `round` counts the rounds of the attempt from 1; `count` those of this kind, of at most `rounds`,
   * if they are limited.
   *
   * The first five reasons count once each. `details` are the files that the plan declares, the reported
   * files, the changes of what its checks depend on, the observations of its new tests, the files with
   * conflict markers, or what the round is to do.
   */
  phase_returned: {
    phaseId: string
    attempt: number
    round: number
    count?: number
    rounds?: number
    reason: 'nothing_changed' | 'files_missing' | 'evidence_changed' | 'not_red' | 'unresolved' | RoundCause
    details: string[]
  }
  /** The phase failed for good: no attempt follows unless a person retries it. `attempt`: the last one. */
  phase_failed: { phaseId: string; attempt: number; failure: Failure }
  /** The phase cannot start, because `blockedBy` failed or was cancelled. */
  phase_blocked: { phaseId: string; blockedBy: string }
  /** The phase does not run: a person or the plan skips it, or `skippedBy`, a dependency, was skipped. */
  phase_skipped: { phaseId: string; reason: string; skippedBy?: string }
  /** The phase waits because `waitsFor` writes some of its files, or without files, conflicts with it. */
  phase_locked: { phaseId: string; waitsFor: string; files: string[] }
  /** The phase's attempt was stopped with the run. The phase starts again when the run is resumed. */
  phase_cancelled: { phaseId: string }
  /** A person has undone its skip, or that of the phase that it was skipped with. */
  phase_unskipped: { phaseId: string }
  /** The unit came to its end without a failure. Its work is not verified yet. */
  unit_completed: { phaseId: string; attempt: number; unit: Unit }
  /** The private commit of an attempt. It is on no branch of the user's. */
  commit_created: { phaseId: string; attempt: number; commit: string; files: string[] }
  /**
   * An attempt changed files that belong to the run: its folder, or its plan. They are restored, in no
   * commit, and cause no failure. `more` files are left out.
   */
  files_restored: { phaseId: string; attempt: number; files: RestoredFile[]; more?: number }
  /** The phase's commit is on the run's head, and on the target branch if `target` is true. */
  commit_integrated: { phaseId: string; commit: string; merged: boolean; target: boolean; reason?: string }
  /** The engine runs these checks on a commit: on the attempt, or on its merge with the run's head. */
  verification_started: { phaseId: string; on: 'attempt' | 'merged'; commit: string; checks: string[] }
  /** The checks of a commit have ended. `passed` is true if the phase may continue. */
  verification_completed: {
    phaseId: string
    on: 'attempt' | 'merged'
    passed: boolean
    checks: CheckResult[]
    /** The evidence of red and green. */
    evidence?: Evidence
    /** Names both phases if a check collided with another's. The commit is verified again, alone. */
    collision?: string
  }
  /**
   * A session has ended, or reports more after it was abandoned: its usage since it began, the run's so far,
   * and its phase's.
   */
  session_charged: { phaseId?: string; spent: Spend; phaseSpent?: Spend } & ChargedSession
  /** The run's budget is used up; its gate opens. */
  budget_exceeded: { spent: Spend; budget: Budget }
  /** The reviewers begin to judge the commit of an attempt. `round` counts the phase's reviews from 1. */
  review_started: { phaseId: string; attempt: number; round: number; commit: string }
  /** The reviewers' verdict. Only comments to `implement` cause another attempt. */
  review_completed: {
    phaseId: string
    attempt: number
    round: number
    approved: boolean
    summary: string
    comments: EvaluatedComment[]
  }
  /** The phase's tests are on the head and red: `owedBy` are the phases that answer them. */
  debt_opened: { phaseId: string; tests: string[]; owedBy: string[] }
  /** The tests of phase `of` are green now, and stay in every verification. */
  debt_paid: { phaseId: string; of: string }
  /** The run asks a person. Without `phaseId` the question is about the run, or about several phases. */
  gate_opened: { phaseId?: string; gate: GateView }
  /**
   * A gate was answered or withdrawn. `amount`: how much more budget a person allowed. `scope`: what a person
   * wanted reverted. `phaseIds`: only these phases were answered; the gate opens again for the others.
   */
  gate_resolved: {
    phaseId?: string
    gateId: string
    choice: string
    feedback?: string
    amount?: Budget
    scope?: RevertScope
    phaseIds?: string[]
  }
  /**
   * Branches, tags or the like of the user's repository changed while this phase's unit ran; `planted` when
   * it was configuration, hooks or the like, which the engine itself never obeys. Each change is named with
   * its old and new value and how to undo it; `more` changes are left out.
   */
  repository_moved: { phaseId: string; planted: boolean; changes: RepositoryChange[]; more?: number }
  /**
   * A plugin, `who`, such as `driver "x"`, did not stop within the grace period after its signal aborted.
   * Its result is ignored, and its workspace is not used again. `inPlace`: that is the user's checkout, so
   * nothing new starts in this process.
   */
  call_abandoned: { phaseId?: string; who: string; inPlace?: true }
  /**
   * A driver, a reviewer, an evaluator or a function emitted an event with `journal: true`. Those without it
   * have the same type and fields, and `afterSeq` instead of `seq`.
   */
  plugin_event: PluginEventFields
}

/** One event: a discriminated union over {@link RunEventMap}. */
export type RunEvent = {
  // Equals `RunEventMap`: the generator of JSON Schemas does not find inherited properties by name.
  [Type in RunEventType]: { type: Type } & EventBase &
    (RunEventMap & BatchEventMap & PartEventMap & StartEventMap & SteerEventMap)[Type]
}[RunEventType]

/** The event of one type. */
export type RunEventOf<Type extends RunEventType> = Extract<RunEvent, { type: Type }>
