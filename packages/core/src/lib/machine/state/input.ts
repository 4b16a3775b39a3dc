import type { GitComparison, JournalEnd } from './git-comparison.ts'
import type { RepositoryChange } from '../../event/repository-change.ts'
import type { GitLock } from '../../error/git-lock.ts'
import type { Unit } from '../../contract/driver.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import type { Plan } from '../../plan/plan-schema.ts'
import type { Adaptation } from '../../event/adaptation.ts'
import type { BlockerType } from '../../event/blocker-type.ts'
import type { Evidence } from '../../event/evidence.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Review } from '../../contract/review.ts'
import type { RepeatableEffect } from './effect.ts'
import type { GateChoice } from '../../event/gate.ts'

/** A step that was carried out: what was seen, not what was hoped for. */
export interface StepObservation {
  /** The command that was really run. */
  command?: string
  exitCode?: number | null
  output?: string
  durationMs: number
  /** An agent mended the step. */
  adapted?: boolean
  /** What it did for that. */
  adaptation?: Adaptation
}

/** An attempt's work as a commit. */
export interface SavedAttempt {
  commit: string | undefined
  tree: string | undefined
  files: string[]
}

/** How a unit ended. */
export type UnitOutcome =
  /** By subtask or `phase`: the ids of the sessions that took part, what each said at its end, and the files that it says it changed. */
  | {
      outcome: 'completed'
      sessions?: Record<string, string>
      said?: Record<string, string>
      claimed?: Record<string, string[]>
    }
  /** `sessions`: those that came to an end in which the agent itself says that it is not done. */
  | { outcome: 'failed'; failure: Failure; sessions?: Record<string, string> }
  /** It cannot go on without a person. `stepId` is where. */
  | {
      outcome: 'blocked'
      blocker: BlockerType
      stepId?: string
      message: string
      details: string[]
      /** Nothing was run yet: a person may have it run. */
      passable?: true
      sessions?: Record<string, string>
    }

/** The part of a run to revert: everything that people got from it, or its last batch. */
export type RevertScope = 'run' | 'batch'

/** What happened, by type. Every input is journalled before the machine sees it. */
export interface InputMap {
  /** `provider` is the one that the run's agent belongs to. */
  run_started: { base: string; target: string; provider?: string }
  /**
   * `unskip`: what a person has taken the skip of back meanwhile. `found`, `beyond` and `displaced`: where git
   * and the journal disagree. `revert`: nothing is taken up; what people got of the run, or of its last
   * batch, is taken back. `plan`: an edited one that the run goes by from now on;
   * `planApproved`: somebody has agreed to its commands.
   */
  run_resumed: GitComparison & {
    provider?: string
    unskip?: string[]
    journal?: JournalEnd
    revert?: RevertScope
    plan?: Plan
    planApproved?: true
  }
  /** A time has come that the machine asked to be told of. */
  woken: { until: number }
  /** A person takes a failed phase up again. */
  retry_requested: { phaseId: string }
  /** A person takes the skipping of a phase, a subtask or a step back. */
  unskip_requested: { id: string }
  /** The run's first commit is made: its plan, or nothing but the base. */
  run_prepared: { head: string }
  /** The references of an intent hold their new values. Without a phase: the run's own head exists. */
  refs_moved: { phaseId?: string }
  /** A reference held another value than the intent expected. Nothing was moved. */
  refs_refused: { phaseId?: string; refs: string[] }
  /** Lock files have stopped an effect for 5 s; it has changed nothing. `running`: git processes in the repository; null where that is unknown. */
  git_locked: { effect: RepeatableEffect; locks: GitLock[]; running: number[] | null; kept?: string }
  /** The locks that a gate is about do not exist any more, or the head that it is about is restored. */
  locks_gone: { gateId: string }
  workspace_opened: { phaseId: string; attempt: number }
  subtask_started: { phaseId: string; subtaskId: string }
  /**
   * `saved`: the attempt with what the unit did before this step; absent where that is nothing, null where it could not be
   * committed, or is committed with other parts.
   */
  step_started: { phaseId: string; subtaskId: string; stepId: string; saved?: SavedAttempt | null }
  step_finished: {
    phaseId: string
    subtaskId: string
    stepId: string
    observation: StepObservation
    failure?: Failure
  }
  subtask_finished: { phaseId: string; subtaskId: string; failure?: Failure }
  unit_finished: { phaseId: string; attempt: number; unit: Unit; result: UnitOutcome }
  /** `touched`: paths in the user's own checkout that were the user's before, and that are other now. They are in no commit. */
  attempt_committed: {
    phaseId: string
    attempt: number
    commit: string
    tree: string
    files: string[]
    touched?: string[]
  }
  /** The change holds what may not be committed. */
  attempt_refused: {
    phaseId: string
    attempt: number
    blocker: BlockerType
    message: string
    details: string[]
  }
  verified: {
    phaseId: string
    attempt: number
    on: 'attempt' | 'merged'
    checks: CheckResult[]
    evidence?: Evidence
  }
  /**
   * What a session has used since it began: at its beginning, where there is a budget on the way, and at its end (`over`).
   * `session` is its name in the books, which no other one has. Without `phaseId` it works for the whole run.
   */
  session_used: {
    phaseId?: string
    session: string
    tokens: number
    usd: number
    over: boolean
    /** The session was abandoned and booked: this is what it has used since then. */
    late?: true
  }
  /** `planted`: changes of the repository's configuration, hooks or the like that were made during the review. */
  reviewed: { phaseId: string; attempt: number; review: Review; planted?: RepositoryChange[] }
  /** The verdict of the caller's own strategy. One that nobody waits for any more is only an event. */
  checkpoint_decided: { phaseId: string; attempt: number; requestId: string; pause: boolean; reason?: string }
  hooks_finished: {
    phaseId: string
    attempt: number
    outcome: 'passed' | 'rewritten' | 'failed' | 'environment'
    /** The commit's message as the hooks left it. */
    text: string
    hook?: string
    output?: string
    outputFile?: string
  }
  merged: { phaseId: string; attempt: number; tree: string }
  merge_conflicted: { phaseId: string; attempt: number; paths: string[] }
  composed: { phaseId: string; attempt: number; commit: string }
  /** The intent: the references exactly as they are going to be moved. `note` says why the target stays. */
  move_prepared: { phaseId: string; attempt: number; updates: RefUpdate[]; note?: string }
  /** Git, the disk or the engine itself failed while the phase was at this. */
  effect_failed: { phaseId: string; attempt: number; during: string; failure: Failure }
  repository_moved: { phaseId: string; planted: boolean; changes: RepositoryChange[]; more?: number }
  /** A call ignored its signal and was abandoned. `inPlace`: it may still write to the user's checkout. */
  call_abandoned: { phaseId?: string; who: string; inPlace?: true }
  /** A person has put commits on the target: the run builds on them from now on. */
  target_adopted: { phaseId: string; attempt: number; commit: string }
  /** The target no longer holds what it did: somebody rewrote it. */
  target_rewritten: { phaseId: string; attempt: number; found: string | null }
  run_reviewed: { review: Review }
  /**
   * The target is back, or `note` says why not. `rescue` is where its commits are kept. `files`: it was files in the user's checkout that went back, not
   * the target; `kept` are those that the user has changed since.
   */
  run_reverted: { note?: string; rescue?: string; files?: true; kept?: string[] }
  /** `debts`: phases whose tests are still without their implementation. */
  run_verified: { checks: CheckResult[]; debts: string[] }
  /**
   * The run's last commit, the one that people get, and the intent. `merged`: it holds commits of somebody else that
   * nothing of the run was verified with.
   */
  run_composed: { commit: string; published: string; merged: boolean; updates: RefUpdate[]; note?: string }
  /** `note` says why the files are not in the user's checkout. */
  checkout_applied: { note?: string }
  /** Something failed at the run's end. */
  closing_failed: { failure: Failure; blocker: BlockerType }
  gate_answered: { gateId: string; choice: GateChoice; feedback?: string }
  /** A person stops one phase, or a step of it. */
  phase_cancel_requested: { phaseId: string; stepId?: string }
  drain_requested: object
  cancel_requested: object
  /** Nothing moves and nobody answers: this process ends. */
  parked: object
}

export type InputType = keyof InputMap

/** One input. `at` is the clock's time, in milliseconds since 1970. */
export type Input = { [Type in InputType]: { type: Type; at: number } & InputMap[Type] }[InputType]

export type InputOf<Type extends InputType> = Extract<Input, { type: Type }>

/** An input before the loop has put the time on it. */
export type InputDraft = { [Type in InputType]: { type: Type } & InputMap[Type] }[InputType]
