import type { GitLock } from './git-lock.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'

/** The details of each error code. The keys are the codes; they are a public interface. */
export interface AmeliaErrorDetails {
  /** The plan has errors. `issues` lists every finding, errors first. */
  PLAN_INVALID: { issues: PlanIssue[] }
  /** An option of a public function has an invalid value. */
  OPTION_INVALID: { option: string }
  /**
   * The operating system cannot run this host; `platform` is Node's name of it. Or the machine cannot confine
   * processes as the run requires; `platform` is then `confinement`.
   */
  PLATFORM_UNSUPPORTED: { platform: string }
  /**
   * Phases need an agent (`phaseIds` have no steps), and this process has none: the run was created, or
   * opened again, without its driver.
   */
  DRIVER_MISSING: { phaseIds: string[] }
  /** Open steps call functions that this process does not have. Nothing was started, and no work is lost. */
  FUNCTION_MISSING: { functions: string[]; stepIds: string[] }
  /** The folder is not inside a git repository. */
  NOT_A_REPOSITORY: { path: string }
  /** The repository is in a state that a run cannot start from. */
  REPOSITORY_NOT_READY: {
    reason:
      | 'bare'
      | 'no_commit'
      | 'detached_head'
      | 'operation_in_progress'
      | 'no_identity'
      | 'dirty'
      | 'unsupported'
      | 'unusable'
  }
  /** The target of the run is not a branch that Amelia may create or move. */
  TARGET_INVALID: { target: string }
  /** A process of git, or of a set-up, failed; `signal` ended it, if given. */
  GIT_FAILED: { command: string; exitCode: number | null; signal?: string; output: string }
  /**
   * Lock files stop a git call, which has changed nothing. `running` lists git processes in the repository;
   * null where that is unknown. `waitMs`: a call after this time may succeed, because the locks seem to be
   * left by a killed process.
   */
  GIT_LOCKED: { locks: GitLock[]; running: number[] | null; waitMs?: number }
  /** A reference did not have its expected value, so none of the transaction's references moved. */
  REF_MOVED: { refs: string[] }
  /** A path leaves its root, or names what no plan may write (`.git`, hooks, run state). */
  PATH_DENIED: { path: string }
  /** No run of this id is stored. */
  RUN_NOT_FOUND: { runId: string }
  /** The repository does not have these commits of a run: another machine made them. */
  COMMIT_MISSING: { runId: string; commits: string[] }
  /** A run of this id is stored already, and nothing was started. */
  RUN_EXISTS: { runId: string }
  /** Another process has locked the run. `holder` names it. */
  RUN_LOCKED: { runId: string; holder: string }
  /** Several machines share the run's repository, and the host would change one clone of it only. */
  RUN_SHARED: { runId: string }
  /** The stored run was written by a version that this one cannot continue. */
  RUN_VERSION: { runId: string; version: string }
  /** The stored run cannot be read: record number `line` of its journal is damaged. */
  RUN_DAMAGED: { runId: string; line: number }
  /** Reading the stored run was stopped after `ms` milliseconds, the limit that the caller set. */
  RUN_UNREADABLE: { runId: string; ms: number }
  /** The lease was lost to another writer. A record being written counts only if that writer has found it. */
  LEASE_LOST: { runId: string }
  /**
   * The medium refused a read or a write of the run's journal: nothing counts as stored that was not before.
   * `database` is set if the medium is a database. `unusable`: this process has never used it, because
   * nothing answers at its address, or the server refuses the user or has no such database.
   */
  STORE_FAILED: { runId: string; database?: 'unusable' | 'failed' }
  /** No such gate is open. `open` lists the ids of those that are. */
  GATE_UNKNOWN: { gateId: string; open: string[] }
  /** The gate was answered before, with `choice` if it is known. */
  GATE_EXPIRED: { gateId: string; choice?: string }
  /** The gate does not offer this answer. */
  GATE_CHOICE: { gateId: string; choices: string[] }
  /** A command to a run is not valid, and nothing was changed. `open` lists the open gates. */
  COMMAND_INVALID: { open: string[] }
  /** The phase or part is not failed or skipped, so it cannot be reopened. */
  NOT_REOPENED: { id: string }
  /** The phase or step is not running, so it cannot be stopped. `running` lists what can be stopped now. */
  NOT_CANCELLED: { phaseId: string; stepId?: string; running: { phaseId: string; steps: string[] }[] }
  /** The run cannot be forked before the phase. */
  NOT_FORKED: { runId: string; phaseId: string }
  /** The phase takes no text for its agent: it has ended, or too many wait. `open` lists those that do. */
  NOT_STEERED: { phaseId: string; open: string[] }
  /** A worker's dispatch has ended, or belongs to another worker, so its message changes nothing. */
  WORK_SUPERSEDED: { runId: string; phaseId: string; dispatch: number }
  /** The run, or this process's part of it, has ended and accepts no more calls. */
  RUN_ENDED: { runId: string }
  /** The run can still be resumed, so it cannot be cleaned. */
  RUN_NOT_ENDED: { runId: string; status: string }
  /**
   * An agent wrote a plan with errors. `text` is its last version, `issues` are its errors, after `tries`
   * tries.
   */
  PLAN_NOT_WRITTEN: { text: string; issues: PlanIssue[]; tries: number }
  /** A session with an agent failed. `class` decides what follows. */
  DRIVER_FAILED: { class: string; retryAfterMs?: number }
  /**
   * A driver, reviewer, evaluator, strategy or handler did not end after its signal aborted. Its late result
   * changes nothing.
   */
  CALL_ABANDONED: { who: string }
  /** The signal of the caller stopped a call, or had aborted before it. Its reason is the `cause`. */
  CALL_ABORTED: { call: string }
  /**
   * A server of `@amelia/http` refused the request itself: `status` is that of the response, and `reason`
   * is `unauthenticated`, `forbidden`, `host`, `origin`, `not_found`, `method`, `media_type`, `body`,
   * `too_large` or `busy`.
   */
  REQUEST_REFUSED: { reason: string; status: number }
  /** No server of `@amelia/http` responded. `status` is that of another server's response. */
  SERVER_UNREACHABLE: { status?: number }
  /** A method of a store, git backend, command runner, clock or host returned an invalid value. */
  RETURN_INVALID: { plugin: string; method: string }
  /** A bug in Amelia: please report it. */
  INTERNAL: { where: string }
}

/** A code of {@link AmeliaErrorDetails}. */
export type AmeliaErrorCode = keyof AmeliaErrorDetails

const marker = Symbol.for('amelia.error')

/**
 * The one error class of Amelia.
 *
 * The message says what happened, where, and what to do next. Compare by `code`, never by message.
 * Two copies of this package in one process recognise each other's errors: use {@link AmeliaError.is},
 * not `instanceof`.
 */
export class AmeliaError<Code extends AmeliaErrorCode = AmeliaErrorCode> extends Error {
  /** The kind of error, stable across versions. */
  readonly code: Code
  /** The facts behind the message, typed by the code. */
  readonly details: AmeliaErrorDetails[Code]
  /** Tells an `AmeliaError` of any copy of this package. */
  readonly [marker] = true

  constructor(code: Code, message: string, details: AmeliaErrorDetails[Code], options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'AmeliaError'
    this.code = code
    this.details = details
  }

  /** Whether `error` is an `AmeliaError`, and of this code where one is given. */
  static is<Code extends AmeliaErrorCode>(error: unknown, code?: Code): error is AmeliaError<Code> {
    if (typeof error !== 'object' || error === null || !(marker in error)) return false
    return code === undefined || (error as AmeliaError).code === code
  }
}
