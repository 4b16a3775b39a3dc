import type { Budget } from '../../event/budget.ts'
import type { BatchLimits } from '../../policy/dispatch/batch-limits.ts'
import type { SettingValue } from '../../policy/dispatch/setting-values.ts'
import type { RetryPolicy, WaitPolicy } from '../../policy/failure/retry-policy.ts'

/** A command that decides, run by the engine. */
export interface Check {
  /** `test`, `lint`, `typecheck`, `build` or any other. `test` is the one that red and green are read from. */
  name: string
  /** The program and its arguments. */
  argv: string[]
  /**
   * `always`: on every commit. `green`: not for a phase whose tests are to be red until a later one answers them.
   * `end`: once, on the run's last commit.
   */
  when: 'always' | 'green' | 'end'
  /** A tool that is missing is told and passed over, instead of being a blocker. */
  optional: boolean
}

/** What decides besides the plan. Part of the journal: a resumed run goes on with the same. */
export interface RunSettings {
  /** Phases that may be active at once. */
  concurrency: number
  /** After a phase has failed: start nothing new, or go on with what does not depend on it. */
  onFailure: SettingValue<'onFailure'>
  /** A phase starts when its own dependencies are there, or when every phase of the batches before its own has ended. */
  order: SettingValue<'order'>
  trust: SettingValue<'trust'>
  /** Whether `standard` asks at each batch, and whether it passes over batches without any risk. */
  batchCheckpointEnabled: boolean
  autoApproveLowRiskBatches: boolean
  /** Who says where the run waits for a person: the trust level, or the caller's own strategy. */
  checkpoints: 'trust' | 'custom'
  /** Whether somebody reviews each phase, and the whole, and whether what they say is evaluated. */
  review: { phase: boolean; run: boolean; evaluated?: true }
  /** What is dispatched at once. */
  units: SettingValue<'units'>
  /** Whether subtasks that write different files run at once, a workspace each. Only with `units: 'subtask'`. */
  parallelSubtasks: boolean
  /** Who carries out structured steps where there is an agent too. */
  steps: SettingValue<'steps'>
  /** Whether an agent, where there is one, may mend a step that fails before it counts as failed. */
  adapt: boolean
  /** Whether steps are looked at before they are carried out, the riskier the closer. */
  preValidate: boolean
  retry: RetryPolicy
  waits: WaitPolicy
  /** Whether somebody already agreed to the plan's commands. */
  planApproved: boolean
  /** What the run may spend, and what each phase may. */
  budget: Budget
  phaseBudget: Budget
  /** In this order. */
  checks: Check[]
  /** Whether tests come first: nobody looks, the plan is looked at, or red and green are shown for every phase. */
  tdd: SettingValue<'tdd'>
  /** Whether the user's commit hooks have a say. */
  hooks: SettingValue<'hooks'>
  /** How people get the work: a commit a phase as it comes, one at the end, or the files alone in their checkout. */
  publish: SettingValue<'publish'>
  /** The phases are done in the user's own checkout, one at a time. `dirty`: the paths that were the user's own when the run began. */
  inPlace?: { dirty: string[] }
  /** Whether plan, summaries and report are committed below `docs/amelia`. */
  artefacts: SettingValue<'artefacts'>
  /** Name of the folder below `docs/amelia`. */
  execution: string
  /** How the phases came from those of the plan: one of all, or batches cut to these limits. */
  shape?: 'joined' | BatchLimits | 'as it is'
}
