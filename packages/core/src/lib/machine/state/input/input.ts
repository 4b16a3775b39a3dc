import type { GitComparison, JournalEnd } from '../git-comparison.ts'
import type { UnitOutcome } from '../../../event/unit-outcome.ts'
import type { RestoredFile } from '../../../event/change/restored-file.ts'
import type { RepositoryChange } from '../../../event/change/repository-change.ts'
import type { GitLock } from '../../../error/git-lock.ts'
import type { Unit, Usage } from '../../../contract/driver.ts'
import type { CheckCollision, CheckResult } from '../../../contract/check-result.ts'
import type { Decided } from '../../../policy/failure/retry-rule.ts'
import type { Plan } from '../../../plan/model/plan.ts'
import type { Budget } from '../../../event/budget.ts'
import type { BlockerType } from '../../../event/blocker-type.ts'
import type { CheckedFacts } from '../../../event/checked-facts.ts'
import type { Evidence } from '../../../event/evidence.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Review } from '../../../contract/review.ts'
import type { Verdict } from '../../../contract/reviewer.ts'
import type { Providers } from '../../../policy/dispatch/choose-provider.ts'
import type { MissingFiles, Work } from '../attempt.ts'
import type { ClosingInputMap } from './closing-input-map.ts'
import type { GuidanceInputMap } from './guidance-input-map.ts'
import type { IntegrationInputMap } from './integration-input-map.ts'
import type { RepeatableEffect } from '../effect.ts'
import type { StepObservation } from '../../../event/step-observation.ts'
import type { SessionFacts, TranscriptFiles } from '../../../event/charged-session.ts'
import type { PlantedDigests } from '../../../policy/planted-digests.ts'
import type { NotedStatement } from '../../../event/noted-statement.ts'
import type { ReadUsage } from './read-usage.ts'
import type { PluginEventFields } from '../../../contract/tool/own-event.ts'
import type { SavedAttempt } from './saved-attempt.ts'
import type { KnownSession } from '../../../policy/dispatch/known-session.ts'
import type { GivenAnswer, RevertScope } from '../../../event/gate-view.ts'

/** Everything that can happen, by type. Every input is journalled before the machine receives it. */
export interface InputMap extends GuidanceInputMap, IntegrationInputMap, ClosingInputMap {
  /**
   * `provider`: the provider of the run's agent. `providers`: all of them, if there are several. `attended`:
   * somebody can answer the questions of this process.
   */
  run_started: { base: string; target: string; provider?: string; providers?: Providers; attended?: true }
  /**
   * `unskip`: ids whose skip a person has undone. `found`, `beyond`, `displaced`, `planted`: differences
   * between git and the journal. `revert`: nothing continues; the run, or its last batch, is reverted.
   * `plan`: an edited plan that the run uses from now on; `planApproved`: a person has approved its commands.
   * `unreviewed`: nothing is reviewed from now on. `unconfined`: processes are not confined any more.
   * `workers`: dispatches that workers may perform go on. `shared`: from now on, several machines share the
   * repository. `used`: what sessions that ended with the earlier process had used.
   */
  run_resumed: GitComparison & {
    provider?: string
    providers?: Providers
    attended?: true
    unskip?: string[]
    journal?: JournalEnd
    revert?: RevertScope
    plan?: Plan
    planApproved?: true
    unreviewed?: true
    unconfined?: true
    workers?: true
    shared?: true
    /** The run's limits from now on. Those that are left out stay as they are. */
    budget?: Budget
    used?: ReadUsage[]
  }
  /** The time of a `wake` effect has come. */
  woken: { until: number }
  /** A person retries a failed phase. */
  retry_requested: { phaseId: string }
  /** A person undoes the skip of a phase, a subtask or a step. */
  unskip_requested: { id: string }
  /** The run's first commit exists: its plan, or only the base. `statement`: about that plan. */
  run_prepared: { head: string; statement?: NotedStatement }
  /** The references of an intent hold their new values. Without a phase: the run's own head exists. */
  refs_moved: { phaseId?: string }
  /** A reference had another value than the intent expected. Nothing was moved. */
  refs_refused: { phaseId?: string; refs: string[] }
  /**
   * Lock files have stopped an effect for 5 s; it has changed nothing. `running`: git processes in the
   * repository; null where that is unknown.
   */
  git_locked: { effect: RepeatableEffect; locks: GitLock[]; running: number[] | null; kept?: string }
  /** The locks that a gate is about are gone, or the head that it is about is restored. */
  locks_gone: { gateId: string }
  /**
   * `slot`: the place of its tree. `rescued`: what an ended process or a kept slot held, as the attempt's
   * commit. `repository`: the repository's configuration and hooks, if they differ from those in the state.
   */
  workspace_opened: { phaseId: string; attempt: number; dispatch: number; slot?: string } & {
    rescued?: Work
    repository?: PlantedDigests
  }
  /** A session has an id, by which it can be continued. `key`: the subtask, or `phase`. */
  session_started: { phaseId: string; attempt: number; dispatch: number; key: string; session: KnownSession }
  /** The engine begins with a subtask of a unit. */
  subtask_started: { phaseId: string; dispatch: number; subtaskId: string }
  /**
   * `saved`: the attempt's work before this step; absent if the unit has done nothing yet, null if it could
   * not be committed, or is committed with other parts.
   */
  step_started: {
    phaseId: string
    dispatch: number
    subtaskId: string
    stepId: string
    saved?: SavedAttempt | null
  }
  /** A step has ended. `failure`: why it failed; absent if it succeeded. */
  step_finished: {
    phaseId: string
    dispatch: number
    subtaskId: string
    stepId: string
    observation: StepObservation
    failure?: Failure
  }
  /** A subtask of a unit has ended. `failure`: why it failed; absent if it succeeded. */
  subtask_finished: { phaseId: string; dispatch: number; subtaskId: string; failure?: Failure }
  /** The agent of a phase's session says how far a subtask is. `message`: why it failed. */
  subtask_claimed: {
    phaseId: string
    dispatch: number
    subtaskId: string
    status: 'running' | 'completed' | 'failed'
    message?: string
  }
  /** A unit has ended. `result` says how. */
  unit_finished: { phaseId: string; attempt: number; dispatch: number; unit: Unit; result: UnitOutcome }
  /**
   * `touched`: paths with the user's uncommitted changes that the attempt changed. They are in no commit.
   * `unresolved`: files in which the markers of a conflict with the run's head are left.
   */
  attempt_committed: {
    phaseId: string
    attempt: number
    dispatch: number
    commit: string
    tree: string
    files: string[]
    touched?: string[]
    unresolved?: string[]
  } & MissingFiles
  /**
   * The change contains something that must not be committed. `findings`: the fingerprints of everything that
   * it contains, if a person may approve it.
   */
  attempt_refused: {
    phaseId: string
    attempt: number
    dispatch: number
    blocker: BlockerType
    message: string
    details: string[]
    findings?: string[]
  }
  /** The checks of a commit have ended: of the attempt, or of its merge with the run's head. */
  verified: {
    phaseId: string
    attempt: number
    dispatch: number
    on: 'attempt' | 'merged'
    checks: CheckResult[]
    evidence?: Evidence
    /** Of a commit that passes: the facts that a replay of its checks needs. */
    facts?: CheckedFacts
    /** Set if a check collided with another phase's. */
    collision?: CheckCollision
  }
  /**
   * The usage of a session since it began: at its beginning, while it runs, and at its end (`over`), also
   * after that if it was abandoned. `session` is the unique name that it is charged under. Without `phaseId`
   * it works for the run itself. `before`: the usage that the agent's records of it contain already.
   */
  session_used: {
    phaseId?: string
    session: string
    facts: SessionFacts
    usage: Usage
    durationMs: number
    over: boolean
    transcript?: TranscriptFiles
    before?: Usage
  }
  /**
   * One reviewer of a commit has given its verdict; others may still work. Without `phaseId`: of the final
   * result.
   */
  reviewer_answered: {
    phaseId?: string
    dispatch?: number
    commit: string
    reviewer: string
    verdict: Verdict
  }
  /** `planted`: changes of the repository's configuration, hooks or the like, made during the review. */
  reviewed: {
    phaseId: string
    attempt: number
    dispatch: number
    review: Review
    planted?: RepositoryChange[]
  }
  /** The verdict of the caller's own strategy. A late verdict is only an event. */
  checkpoint_decided: { phaseId: string; attempt: number; requestId: string; pause: boolean; reason?: string }
  /** Git, the disk or the engine itself failed during this effect. */
  effect_failed: { phaseId: string; attempt: number; dispatch: number; during: string; failure: Failure }
  /** An attempt changed files of the run, as the event of this name describes. */
  files_restored: { phaseId: string; files: RestoredFile[]; more?: number }
  /** The user's repository changed outside the unit's work, as the event of this name describes. */
  repository_moved: { phaseId: string; planted: boolean; changes: RepositoryChange[]; more?: number }
  /** A call ignored its signal and was abandoned. `inPlace`: it may still write to the user's checkout. */
  call_abandoned: { phaseId?: string; who: string; inPlace?: true }
  /** A plugin emitted an event that the journal keeps. */
  plugin_event: PluginEventFields
  /** A person, or the caller's own function, answered a gate. */
  gate_answered: { gateId: string } & GivenAnswer
  /** A person stops one phase, or a step of it. */
  phase_cancel_requested: { phaseId: string; stepId?: string }
  /** A person wants running phases to finish, and no other phase to start. */
  drain_requested: object
  /** A person stops everything that runs. The run can be resumed. */
  cancel_requested: object
  /** Nothing can continue and nobody answers: this process ends. */
  parked: object
}

/** The type of an input. */
export type InputType = keyof InputMap

/** One input. `at` is the clock's time, in milliseconds since 1970. */
export type Input = { [Type in InputType]: { type: Type; at: number } & InputMap[Type] & Decided }[InputType]

/** The input of one type. */
export type InputOf<Type extends InputType> = Extract<Input, { type: Type }>

/** An input before the loop has added the time. */
export type InputDraft = { [Type in InputType]: { type: Type } & InputMap[Type] & Decided }[InputType]
