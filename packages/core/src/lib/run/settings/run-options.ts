import type { Budget } from '../../event/budget.ts'
import type { CheckpointStrategyV1 } from '../../contract/checkpoint-strategy.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import type { Host } from '../../contract/host.ts'
import type { EvaluatorV1, ReviewerV1 } from '../../contract/reviewer.ts'
import type { Plan, PlanDraft } from '../../plan/plan-schema.ts'
import type { BatchLimits } from '../../policy/dispatch/batch-limits.ts'
import type { SettingValue } from '../../policy/dispatch/setting-values.ts'
import type { RetryPolicy, WaitPolicy } from '../../policy/failure/retry-policy.ts'
import type { GateAnswer, GateQuestion } from '../mailbox/gate-question.ts'
import type { PresetName } from './presets.ts'

/** What a process brings to a run, new or resumed. Nothing of it is stored. */
export interface RunAdapters {
  host: Host
  /** The agent. Without one the run executes structured steps alone. */
  driver?: DriverV1
  /**
   * Answers gates. It may take its time: only what the gate holds waits. Without it the run ends `waiting` when nothing else can move,
   * and is taken up again with `openRun` and `run.answer`. Giving nothing back leaves the gate open.
   */
  onGate?: (gate: GateQuestion) => GateAnswer | undefined | Promise<GateAnswer | undefined>
  /** Look at what is verified before it is taken in. Several look at once, and each has to approve. */
  reviewers?: readonly ReviewerV1[]
  /** Says of each comment whether it is to be implemented. Default: critical and major ones are. */
  evaluator?: EvaluatorV1
  /** Says where the run waits for a person, instead of the trust level. It must give the same answer to the same question. */
  checkpoint?: CheckpointStrategyV1
  /**
   * How long a driver, reviewer or evaluator may take to end after its signal aborts, in milliseconds. Then its call is abandoned: the
   * event `call_abandoned` names it. Default: 10,000.
   */
  callGraceMs?: number
  /** Values that are taken out of everything that is stored or emitted, besides what looks like a secret. */
  secrets?: readonly string[]
  /** Hears what a listener or `onGate` throws, and what goes wrong while a run clears up behind itself. Default: nobody. */
  onListenerError?: (error: unknown) => void
}

/** A command that decides: program and arguments, and where the name does not say enough, when it is run. */
export type CheckOption =
  | readonly string[]
  | {
      command: readonly string[]
      /**
       * `always`: on every commit. `green`: not for a phase whose tests are to be red until a later one answers them.
       * `end`: once, on the run's last commit. Default: `green` for `typecheck` and `build`, else `always`.
       */
      when?: 'always' | 'green' | 'end'
      /** A tool that is missing is told and passed over, instead of stopping the phase. Default: false. */
      optional?: boolean
    }

/** What a run is made from. */
export interface RunOptions extends RunAdapters {
  /** From `readPlan`, or made in code. */
  plan: Plan | PlanDraft
  /** A set of rules to start from; every rule below goes before it. Default: by the plan's format, as `choosePreset` says. */
  preset?: PresetName
  /** Phases that may be active at once. Default: 4. */
  concurrency?: number
  /** After a phase has failed: `halt` starts nothing new, `continue` goes on with what does not depend on it. Default: `halt`. */
  onFailure?: SettingValue<'onFailure'>
  /**
   * `dataflow`: a phase starts when its own dependencies are there. `batches`: when every phase of the batches before its own has
   * ended too. Default: `dataflow`.
   */
  order?: SettingValue<'order'>
  /** How much the run may do before it asks. Default: `standard`. */
  trust?: SettingValue<'trust'>
  /** Whether `standard` asks at each batch. Without, it asks at high risk alone. Default: true. */
  batchCheckpointEnabled?: boolean
  /** Whether `standard` passes over batches all of whose phases are of low risk. Default: false. */
  autoApproveLowRiskBatches?: boolean
  /** What is dispatched at once. Default: `phase`. */
  units?: SettingValue<'units'>
  /** Whether subtasks that write different files run at once. Only with `units: 'subtask'`. Default: the preset's. */
  parallelSubtasks?: boolean
  /** Who carries out structured steps where there is a driver too. Default: `engine`. */
  steps?: SettingValue<'steps'>
  /** Whether the driver's agent may mend a step that fails before it counts as failed. Default: the preset's. */
  adapt?: boolean
  /**
   * Whether steps that the engine carries out are looked at first. Of each, the file it changes, its folder and its programs; with
   * a driver, steps of medium risk by one read-only session an attempt, and each of high risk by one of its own. A person is asked
   * before each of high risk or human judgment in any case. Default: the preset's, true for `intelligent` alone.
   */
  preValidate?: boolean
  /** Attempts at a phase before it fails: `retry.maxAttempts`. Default: 2. */
  maxAttempts?: number
  /** What follows a failed attempt. What is left out is the preset's. */
  retry?: Partial<RetryPolicy>
  /** How long to wait for what mends itself. What is left out is the default. */
  waits?: { transient?: Partial<WaitPolicy['transient']>; rateLimited?: Partial<WaitPolicy['rateLimited']> }
  /** Cuts phases with more or riskier steps than these limits. Default: `{ low: 5, medium: 3, high: 1 }` with `intelligent` and for execution plans, else false. */
  splitBatches?: BatchLimits | false
  /** False runs the whole plan as one phase, in one session. Default: true. */
  enablePhasedExecution?: boolean
  /**
   * What the run may spend: tokens, US dollars, milliseconds in which something is under way, sessions. When it is used up, sessions
   * are stopped and a person is asked. Tokens and dollars need a driver that can count them. Default: without limit.
   */
  budget?: Budget
  /** The same for each phase. */
  phaseBudget?: Budget
  /** Somebody has agreed to the plan's commands already: the plan's gate is not opened. Default: false. */
  planApproved?: boolean
  /** Commands by name, as program and arguments, that the engine runs on every commit. All must exit with 0. */
  verify?: Record<string, CheckOption>
  /**
   * Whether tests come first. `static`: a plan with an implementation that no test comes before is refused. `full`: red and green
   * are shown for every phase too; it needs `verify.test`. Default: `static` for a subtask list, whose author says what is a test and
   * what an implementation; `off` for formats where that is read from words.
   */
  tdd?: SettingValue<'tdd'>
  /**
   * How people get the work. `phase`: the target branch follows phase by phase. `single`: one commit at the end.
   * `message-only`: the files, not committed, in a clean checkout, with the message at hand. Default: `phase`.
   */
  publish?: SettingValue<'publish'>
  /** Whether the plan, a summary of each phase and the report are committed below `docs/amelia`. Default: `commit`. */
  artefacts?: SettingValue<'artefacts'>
  /** Whether the user's commit hooks have a say. Default: `on`. */
  hooks?: SettingValue<'hooks'>
  /**
   * Whether the phases are done in the user's own checkout, one at a time, on the branch that is checked out, which gets a commit a phase. Default: false,
   * each has a workspace of its own.
   */
  inPlace?: boolean
  /** Whether that may begin while the user has changes there. They stay as they are and are in no commit. Default: false. */
  allowDirty?: boolean
  /** The branch that people get, without `refs/heads/`. Default: a new `amelia/<date>-<tracker id>-<title>`. */
  target?: string
  /** Id of the work in an issue tracker: letters, digits, `.`, `_`, `-`. Default: the plan's. */
  trackerId?: string
}
