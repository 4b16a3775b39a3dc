import type { HostConfinement } from '../../contract/host.ts'
import type { Fork } from '../../event/fork.ts'
import type { Meta } from '../../plan/field/meta.ts'
import type { Budget } from '../../event/budget.ts'
import type { KnownSession } from '../../policy/dispatch/known-session.ts'
import type { BatchLimits } from '../../policy/dispatch/batch-limits.ts'
import type { SettingValue } from '../../policy/dispatch/setting-values.ts'
import type { RetryPolicy, WaitPolicy } from '../../policy/failure/retry-policy.ts'

/** A verification command that the engine runs. */
export interface Check {
  /**
   * `test`, `lint`, `typecheck`, `build` or any other. `test` is the one that red and green are read from.
   */
  name: string
  /** The program and its arguments. */
  argv: string[]
  /**
   * `always`: on every commit. `green`: except for a phase whose tests stay red until a later phase
   * implements them. `end`: once, on the run's last commit.
   */
  when: 'always' | 'green' | 'end'
  /** Whether a missing tool is reported and ignored instead of being a blocker. */
  optional: boolean
}

/** The earlier work that a phase of a forked run follows up. */
export interface EarlierWork {
  /** The session that did it, if it is known. */
  session?: KnownSession
  /** A description of it for the prompt of another session. */
  briefing?: string
}

/** The settings of a run. They are part of the journal: a resumed run keeps them. */
export interface RunSettings {
  /** Phases that may be active at once. */
  concurrency: number
  /** Checks that may run at once. Absent: `concurrency`. */
  verifyConcurrency?: number
  /** After a phase failed: start nothing new, or continue with phases that do not depend on it. */
  onFailure: SettingValue<'onFailure'>
  /** A phase starts when its own dependencies are integrated, or when all earlier batches have ended. */
  order: SettingValue<'order'>
  /** How often the run asks a person. */
  trust: SettingValue<'trust'>
  /** Whether `standard` asks at each batch, and whether it skips batches of low risk. */
  batchCheckpointEnabled: boolean
  /** Whether `standard` skips batches without a step above low risk. */
  autoApproveLowRiskBatches: boolean
  /** Decides where the run waits for a person: the trust level, or the caller's own strategy. */
  checkpoints: 'trust' | 'custom'
  /**
   * Whether each phase and the final result are reviewed, and whether an evaluator sorts the comments.
   * `agent`: by default, by the run's agent, and of the phases only those that an agent worked on.
   */
  review: { phase: boolean | 'agent'; run: boolean | 'agent'; evaluated?: true | 'agent' }
  /** The unit of work that is dispatched at once. */
  units: SettingValue<'units'>
  /**
   * Whether subtasks that write different files run at once, a workspace each. Only with `units: 'subtask'`.
   */
  parallelSubtasks: boolean
  /** Runs structured steps: the engine itself, or the agent. */
  steps: SettingValue<'steps'>
  /** Whether the agent, if there is one, may repair a failing step before it counts as failed. */
  adapt: boolean
  /** Whether an agent inspects steps before they run, riskier ones more closely. */
  preValidate: boolean
  /**
   * Whether the agent, if there is one, reviews the final result by default. Absent, and false, in a journal
   * of an earlier version.
   */
  finalReview?: boolean
  /** The response to failed attempts. */
  retry: RetryPolicy
  /** Whether the caller's own function decides about failed attempts. */
  retryRule?: true
  /** The waits after temporary failures. */
  waits: WaitPolicy
  /** Whether a person already approved the plan's commands. */
  planApproved: boolean
  /** Limits of the run's spending, and of each phase's. */
  budget: Budget
  /** Limits of each phase's spending. */
  phaseBudget: Budget
  /** In this order. */
  checks: Check[]
  /** Test-first checks: none, of the plan only, or red and green of tests that come first. */
  tdd: SettingValue<'tdd'>
  /** The caller chose `tdd`: an implementation that only its words show is checked like a declared one. */
  strictTdd?: true
  /** The paths, patterns of paths, and fingerprints that are committed although they look like secrets. */
  allowSecrets?: readonly string[]
  /** Whether the user's commit hooks run. */
  hooks: SettingValue<'hooks'>
  /** How people receive the work. */
  publish: SettingValue<'publish'>
  /**
   * Phases run in the user's own checkout, one at a time. `dirty`: paths with uncommitted changes when the
   * run began.
   */
  inPlace?: { dirty: string[] }
  /** Whether the run's processes are confined. Absent if its host does not report it. */
  confinement?: HostConfinement
  /** Several machines share the run's repository, since its start. */
  shared?: true
  /** The form of the subjects of commits. Absent: the plan's own messages, else `Phase 2: Store`. */
  messageStyle?: 'conventional'
  /** Whether plan, summaries and report are committed below `docs/amelia`. */
  artifacts: SettingValue<'artifacts'>
  /** The run leaves the marks of its plan's files as they are. Absent: it ticks finished work. */
  tick?: false
  /** The labels that the caller gave the run. They decide nothing. */
  labels?: Readonly<Record<string, string>>
  /** The data of the plan and of the caller. It decides nothing. */
  meta?: Meta
  /** The run that this one was forked from. */
  forkedFrom?: Fork
  /** The earlier work that phases follow up, by phase. */
  followUps?: Readonly<Record<string, EarlierWork>>
  /** Names of the folders below `docs/amelia` of the runs that this one continues. */
  continues?: readonly string[]
  /** Name of the folder below `docs/amelia`. */
  execution: string
  /** How phases were derived from the plan's: all joined into one, or batches split by these limits. */
  shape?: 'joined' | BatchLimits | 'as it is'
}
