import { checkArgument } from '../error/check/check-options.ts'
import { aFunction, oneOf, shape, text } from '../error/check/rule.ts'
import type { CheckResult } from './check-result.ts'
import type { Phase } from '../plan/model/phase.ts'
import type { Plan } from '../plan/model/plan.ts'
import type { Disposition, EvaluatedComment, ReviewComment, Severity } from './review.ts'
import type { CommandRequest, CommandResult } from './command-runner.ts'
import type {
  CallContext,
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
  WorkContext,
} from './driver.ts'
import type { DiffEntry } from './git-backend.ts'
import type { Risk } from '../plan/field/risk.ts'
import type { SessionTools } from './tool/session-tools.ts'
import type { Workspace } from './workspace.ts'

/** A criterion of the plan that a review answers. */
export interface Criterion {
  /** The id of its step. */
  name: string
  /** The criterion, as the plan states it. */
  text: string
}

/** The subject of a review: one commit and its base. */
export interface ReviewRequest extends Pick<WorkContext, 'attempt' | 'unit'> {
  /** The run, with the title of its plan. */
  run: NonNullable<WorkContext['run']>
  /** The goal and the title of the plan. Its `meta` is part of that of the run. */
  plan: Pick<Plan, 'goal' | 'title'>
  /** The phase that the commit is an attempt at. Absent when the whole run is judged. */
  phase?: Phase
  /** The highest risk of the phase and its steps. Absent without a phase. */
  risk?: Risk
  /** `tests`: the phase writes tests alone, which are judged as tests: they are expected to fail. */
  judges: 'tests' | 'change'
  /** The commit before the change. */
  base: string
  /** The commit that is judged, whole. */
  commit: string
  /** The reference that names the commit in the workspace, if one does. */
  ref?: string
  /** The differences between the two commits. */
  files: readonly DiffEntry[]
  /** Reads a file of either commit; null if it does not exist. */
  readFile(side: 'base' | 'commit', path: string): Promise<Uint8Array | null>
  /** The commit's tree, for this call only. Writes to it are refused or discarded. */
  workspace: Workspace
  /** Tools that read, list and search the files of the workspace, for this call only. */
  tools: SessionTools
  /** The results of the engine's own checks. */
  checks: readonly CheckResult[]
  /** The words of the developer about its work: claims, which nothing has confirmed. */
  claims?: string
  /** Criteria of the phase's steps that no output shows. `driverReviewer` answers each by its name. */
  criteria?: readonly Criterion[]
  /** The run's folder in the tree, with the plan and the summaries. Absent when they are not committed. */
  folder?: string
  /**
   * The files with the project's rules: paths in the workspace, or commands that show the version that
   * counts where the workspace has another one.
   */
  projectRules?: readonly string[]
  /** Number of this review of the phase or of the run, from 1. */
  round: number
  /** The commit of the last review, if this one continues it: the difference is what was done since. */
  since?: string
  /** Comments of earlier rounds and what was decided about them, oldest first. */
  previous: readonly EvaluatedComment[]
}

/** A reviewer's verdict on one commit. */
export interface Verdict {
  /** Whether the reviewer accepts the commit. Its comments are reported either way. */
  approved: boolean
  /** A sentence or two; may be empty. */
  summary: string
  /** The comments; may be empty. */
  comments: VerdictComment[]
}

/** A comment as its reviewer writes it. */
export interface VerdictComment {
  /** How much the problem matters. Without an evaluator, critical and major comments are implemented. */
  severity: Severity
  /** The problem, in plain text. */
  message: string
  /** A path from the root of the tree. */
  file?: string
  /** From 1. */
  line?: number
  /** The change that the reviewer proposes, in plain text. */
  suggestion?: string
}

/** The decision about one comment. */
export interface Judgement {
  /** The comment's. */
  id: string
  /** The response to the comment. */
  disposition: Disposition
  /** The reason, in a sentence, for the report and for the next attempt. */
  reason?: string
}

/** A session of a review. The engine adds the role, the workspace and that nothing may be written. */
export type ReviewSession = Pick<SessionRequest, 'prompt' | 'outputSchema' | 'resume'>

/** The services that a reviewer or an evaluator may use. */
export interface ReviewContext extends CallContext<SessionProgress> {
  /**
   * A session with the run's agent, or with another one, that may only read. It waits for its turn among the
   * sessions of its provider. Throws `driverError('environment')` if the run has no agent.
   */
  session(session: ReviewSession, driver?: DriverV1): Promise<SessionResult>
  /**
   * Runs a command in the review's workspace, which it can only read where the host confines processes. It
   * waits for its turn among the run's commands.
   */
  command(request: Pick<CommandRequest, 'argv' | 'cwd' | 'env'>): Promise<CommandResult>
}

/**
 * Judges commits.
 *
 * `review` is called once more if its verdict is invalid or it fails by its own fault. Then a person is
 * asked.
 * It fails only through `driverError`, whose class determines the response; any other error counts as
 * `agent_failed`. It stops soon after `signal` aborts and then rejects with the signal's reason.
 */
export interface ReviewerV1 {
  /** The version of the contract. `defineReviewer` sets it. */
  contract: 'reviewer-v1'
  /** Letters, digits, `.`, `_` and `-`; unique among the reviewers of a run. Its comments are named by it. */
  id: string
  /** Whether it judges every phase, or the whole at the end. */
  scope: 'phase' | 'run'
  /** The agent that it brings along. It must be able to count what the run has a budget of. */
  driver?: DriverV1
  /** Judges one commit. Rejects only with a `driverError` or the reason of the signal. */
  review(request: ReviewRequest, context: ReviewContext): Promise<Verdict>
}

/**
 * Decides what is done about the comments of reviewers that reject. It is asked once a review, and only where
 * there are any.
 *
 * A comment that it says nothing of is to be implemented. It fails like a {@link ReviewerV1}, and so does an
 * answer that cannot be read.
 */
export interface EvaluatorV1 {
  /** The version of the contract. `defineEvaluator` sets it. */
  contract: 'evaluator-v1'
  /** As a reviewer's. */
  driver?: DriverV1
  /**
   * Decides about the comments of one review. Rejects only with a `driverError` or the reason of the signal.
   */
  evaluate(
    comments: readonly ReviewComment[],
    request: ReviewRequest,
    context: ReviewContext,
  ): Promise<Judgement[]>
}

const reviewerDefinition = shape('an object with the methods of a reviewer', {
  id: text,
  scope: oneOf('phase', 'run'),
  review: aFunction,
})
const evaluatorDefinition = shape('an object with the methods of an evaluator', { evaluate: aFunction })

/** Says that an object is a reviewer, and lets its types be inferred. Throws `OPTION_INVALID`. */
export const defineReviewer = (reviewer: Omit<ReviewerV1, 'contract'>): ReviewerV1 => {
  checkArgument('defineReviewer', 'reviewer', reviewer, reviewerDefinition)
  return { contract: 'reviewer-v1', ...reviewer }
}

/** Says that an object is an evaluator, and lets its types be inferred. Throws `OPTION_INVALID`. */
export const defineEvaluator = (evaluator: Omit<EvaluatorV1, 'contract'>): EvaluatorV1 => {
  checkArgument('defineEvaluator', 'evaluator', evaluator, evaluatorDefinition)
  return { contract: 'evaluator-v1', ...evaluator }
}
