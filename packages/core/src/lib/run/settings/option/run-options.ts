import type { Meta } from '../../../plan/field/meta.ts'
import type { Budget } from '../../../event/budget.ts'
import type { Plan, PlanDraft } from '../../../plan/model/plan.ts'
import type { BatchLimits } from '../../../policy/dispatch/batch-limits.ts'
import type { SettingValue } from '../../../policy/dispatch/setting-values.ts'
import type { RetryPolicy, WaitPolicy } from '../../../policy/failure/retry-policy.ts'
import type { PresetName } from '../../../policy/dispatch/setting-values.ts'
import type { Preset } from '../presets.ts'
import type { RunAdapters } from './run-adapters.ts'

/** A check: program and arguments, and optionally when it runs. */
export type CheckOption =
  | readonly string[]
  | {
      command: readonly string[]
      /**
       * `always`: on every commit. `green`: except in phases whose tests fail until a later phase implements
       * them. `end`: once, on the run's last commit. Default: `green` for `typecheck` and `build`, else
       * `always`.
       */
      when?: 'always' | 'green' | 'end'
      /** Whether a command that is not found is noted and skipped. Default: false, the phase stops. */
      optional?: boolean
    }

/** Options about the plan and the name of its run. */
export interface PlanOptions {
  /** A plan from `readPlan` or `definePlan`, or built in code. */
  plan: Plan | PlanDraft
  /** Whether the plan's commands are already approved, so the plan gate does not open. Default: false. */
  planApproved?: boolean | undefined
  /** Whether the plan runs phase by phase, and not as one phase in one session. Default: true. */
  enablePhasedExecution?: boolean | undefined
  /**
   * Splits phases with more or riskier steps than these limits. Default: `{ low: 5, medium: 3, high: 1 }`
   * with `intelligent` and for execution plans, otherwise false.
   */
  splitBatches?: BatchLimits | false | undefined
  /**
   * The run's id: at most 64 lower-case letters, digits and hyphens. It makes a start safe to repeat: a
   * second run of the same id throws `RUN_EXISTS`. Default: the date and random characters.
   */
  runId?: string | undefined
  /** The work's id in an issue tracker: letters, digits, `.`, `_`, `-`. Default: the plan's. */
  trackerId?: string | undefined
  /**
   * Labels by name, for the caller's own use: they are stored with the run, and `listRuns` filters by them.
   * At most 32 names of letters, digits, `.`, `_`, `/` and `-`, each with one line of at most 256 characters.
   * Default: none.
   */
  labels?: Readonly<Record<string, string>> | undefined
  /**
   * Data for the caller's own use, of at most 16 kB as JSON: it is stored with the run, and drivers,
   * reviewers, strategies, events and reports have it. Its members replace those of the plan's `meta`.
   * Default: the plan's.
   */
  meta?: Meta | undefined
}

/** Options about the order of the work and its parts. */
export interface ScheduleOptions {
  /**
   * A set of rules, by name or as a value such as `{ ...presets.phased, concurrency: 2 }`; every other
   * option overrides it. Default: chosen by the plan's format, see `choosePreset`.
   */
  preset?: PresetName | Preset | undefined
  /** Phases that may be active at once. Default: the preset's, 1 for `intelligent`, else 4. */
  concurrency?: number | undefined
  /** Checks that may run at once, while phases run in parallel. Default: `concurrency`. */
  verifyConcurrency?: number | undefined
  /**
   * `dataflow`: a phase starts when its dependencies are integrated. `batches`: it also waits for every phase
   * of earlier batches. Default: `dataflow`.
   */
  order?: SettingValue<'order'> | undefined
  /**
   * After a failed phase, `halt` starts no more phases; `continue` runs those that do not depend on it.
   * Default: `halt`.
   */
  onFailure?: SettingValue<'onFailure'> | undefined
  /** The unit of work in one dispatch. Default: the preset's, `subtask` for `subtasks`, else `phase`. */
  units?: SettingValue<'units'> | undefined
  /**
   * Whether subtasks that write different files run in parallel. Needs `units: 'subtask'`. Default: the
   * preset's.
   */
  parallelSubtasks?: boolean | undefined
  /** Whether Amelia or the agent executes structured steps in a run with a driver. Default: `engine`. */
  steps?: SettingValue<'steps'> | undefined
}

/** Options about the questions to a person. */
export interface CheckpointOptions {
  /** How often the run asks a person. Default: `standard`. */
  trust?: SettingValue<'trust'> | undefined
  /** Whether `standard` asks at each batch. If false, it asks at high risk only. Default: true. */
  batchCheckpointEnabled?: boolean | undefined
  /** Whether `standard` skips batches whose phases are all low risk. Default: false. */
  autoApproveLowRiskBatches?: boolean | undefined
}

/** Options about the proof that work is done. */
export interface CheckOptions {
  /** Commands by name that the engine runs on every commit. All must exit with 0. */
  verify?: Record<string, CheckOption> | undefined
  /**
   * Whether tests come first. `static`: refuses a plan with an implementation that has no test before it.
   * `auto`: also proves that tests which come before their implementation fail first and pass afterwards, if
   * `verify.test` is given; other phases are verified as usual. `full`: as `auto`, but needs `verify.test`,
   * and refuses a plan in which no implementation answers a test. Default: `auto`, or `off` for a plan with
   * `tddApproach: false`. In `auto`, an implementation that only its words show is a warning; `static` and
   * `full` refuse it.
   */
  tdd?: SettingValue<'tdd'> | undefined
  /**
   * Whether to validate steps before the engine executes them. For each step: its file, its folder and its
   * programs. With a driver, one read-only session per attempt validates steps of medium risk, and one
   * session each high-risk step. A person is asked before each step of high risk or human judgment in any
   * case. Default: the preset's, true for `intelligent` only.
   */
  preValidate?: boolean | undefined
  /** Whether the agent may fix a failed step before it counts as failed. Default: the preset's. */
  adapt?: boolean | undefined
}

/** Options about reviews. Reviewers are adapters. */
export interface ReviewOptions {
  /**
   * Whether the default of `reviewers` ends with a review of the final result: the full change, and the
   * criteria of the steps that no agent reviewed. It has no effect without an agent, or with `reviewers`.
   * Default: the preset's, true for `intelligent` only.
   */
  finalReview?: boolean | undefined
}

/** Options about attempts, waits and costs. */
export interface LimitOptions {
  /**
   * Attempts at a phase before it fails: `retry.maxAttempts`, which it overrides. Default: the preset's, 5
   * for `taskLoop`, 1 for `intelligent`, else 2.
   */
  maxAttempts?: number | undefined
  /** The retry policy after a failed attempt. Omitted values are the preset's. */
  retry?: Partial<RetryPolicy> | undefined
  /** Back-off times for temporary failures. Omitted values are the defaults. */
  waits?:
    | { transient?: Partial<WaitPolicy['transient']>; rateLimited?: Partial<WaitPolicy['rateLimited']> }
    | undefined
  /**
   * The run's budget: tokens, US dollars, milliseconds of activity, sessions. When it is used up, sessions
   * are stopped and a person is asked. Tokens and dollars need a driver that counts them. Default: no limit.
   */
  budget?: Budget | undefined
  /** The budget of each phase. */
  phaseBudget?: Budget | undefined
}

/** Options about commits and their branch. */
export interface CommitOptions {
  /**
   * How the work is published. `phase`: the target branch moves with each phase. `single`: one commit at the
   * end. `message-only`: uncommitted files in the checkout, with a prepared commit message; a checkout with
   * changes is refused. Default: `phase`.
   */
  publish?: SettingValue<'publish'> | undefined
  /** The branch to publish to, without `refs/heads/`. Default: a new `amelia/<date>-<tracker id>-<title>`. */
  target?: string | undefined
  /**
   * The form of the subjects of commits. `plain`: the plan's own message, else `Phase 2: Store`.
   * `conventional`: Conventional Commits such as `feat: store`, by the types of the parts. Default: `plain`.
   */
  messageStyle?: SettingValue<'messageStyle'> | undefined
  /**
   * Whether the plan, a summary of each phase and the report are committed below `docs/amelia`. Default:
   * `commit`.
   */
  artifacts?: SettingValue<'artifacts'> | undefined
  /**
   * Whether the run's last commit ticks finished work in the plan's files that the repository contains, in
   * their own marks. Needs `marks` and `paths` of the plan. Default: true.
   */
  tick?: boolean | undefined
  /** Whether the user's commit hooks run. Default: `on`. */
  hooks?: SettingValue<'hooks'> | undefined
  /**
   * Allows content that looks like a secret to be committed: by its path, by a pattern of paths such as
   * `test/fixtures/**`, or by the fingerprint in the question about it. The values of `secrets` are never
   * committed. Default: none, a person is asked.
   */
  allowSecrets?: readonly string[] | undefined
  /**
   * Whether phases run in the user's checkout, one at a time, and are committed to the branch that is checked
   * out. Default: false, each phase has its own workspace.
   */
  inPlace?: boolean | undefined
  /**
   * Whether an in-place run may start in a checkout with uncommitted changes to tracked files. They stay as
   * they are and are not committed, as untracked files do. Default: false.
   */
  allowDirty?: boolean | undefined
}

/** Options of `createRun`. */
export interface RunOptions
  extends PlanOptions,
    ScheduleOptions,
    CheckpointOptions,
    CheckOptions,
    ReviewOptions,
    LimitOptions,
    CommitOptions,
    RunAdapters {}
