import { frozen } from '../../error/check/frozen.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import type { PresetName } from '../../policy/dispatch/setting-values.ts'
import { type BatchLimits, batchLimits } from '../../policy/dispatch/batch-limits.ts'
import { defaultWaits } from '../../policy/failure/retry-policy.ts'

/**
 * The settings of a preset, all of them: `{ ...presets.phased, concurrency: 2 }` is one too. The other
 * settings of a run come from its other options.
 */
export interface Preset
  extends Omit<
    RunSettings,
    | 'planApproved'
    | 'checks'
    | 'execution'
    | 'checkpoints'
    | 'review'
    | 'shape'
    | 'inPlace'
    | 'labels'
    | 'meta'
    | 'verifyConcurrency'
    | 'allowSecrets'
    | 'forkedFrom'
    | 'followUps'
    | 'continues'
    | 'strictTdd'
    | 'retryRule'
    | 'confinement'
    | 'shared'
    | 'messageStyle'
    | 'tick'
  > {
  /** Whether the agent, if there is one, reviews the final result, unless `reviewers` says otherwise. */
  finalReview: boolean
  /**
   * Splits phases with more or riskier steps than these limits. Default: the batches of an execution plan are
   * split.
   */
  splitBatches?: BatchLimits | false
}

/** A fresh session per phase, two attempts; the run drains after a failure (seed: phased-execution). */
const phased: Preset = {
  concurrency: 4,
  onFailure: 'halt',
  order: 'dataflow',
  trust: 'standard',
  batchCheckpointEnabled: true,
  autoApproveLowRiskBatches: false,
  units: 'phase',
  parallelSubtasks: false,
  steps: 'engine',
  adapt: false,
  preValidate: false,
  finalReview: false,
  retry: {
    maxAttempts: 2,
    session: 'fresh',
    workspace: 'reset',
    maxReviewRounds: 2,
    reviewSession: 'fresh',
    when: 'now',
    onExhausted: 'attended',
  },
  waits: defaultWaits,
  budget: {},
  phaseBudget: {},
  tdd: 'auto',
  hooks: 'on',
  publish: 'phase',
  artifacts: 'commit',
}

/**
 * Sets of settings. Copy one to change it. With each of them, an agent reviews the phases that an agent
 * worked on, unless `reviewers` says otherwise. With `intelligent`, it also reviews the final result.
 */
export const presets = frozen({
  phased,
  /**
   * A session per subtask; subtasks that write different files run in parallel, each in its own workspace
   * (seed: phased-execution-draft).
   */
  subtasks: {
    ...phased,
    units: 'subtask',
    parallelSubtasks: true,
    retry: { ...phased.retry, reviewSession: 'continue' },
  },
  /**
   * Each task in one session that continues until its review passes (seed: task-based-execution). The plan
   * decides the order: tasks run one after the other, unless they declare dependencies.
   */
  taskLoop: {
    ...phased,
    retry: {
      ...phased.retry,
      maxAttempts: 5,
      session: 'continue',
      workspace: 'keep',
      maxReviewRounds: 5,
      reviewSession: 'continue',
    },
  },
  /**
   * Batches of structured steps that the engine executes, after validating risky ones. An agent may fix a
   * failed step; then a person is asked. At the end, the agent reviews the full change (seed:
   * intelligent-execution).
   */
  intelligent: {
    ...phased,
    concurrency: 1,
    adapt: true,
    preValidate: true,
    finalReview: true,
    splitBatches: batchLimits,
    retry: {
      ...phased.retry,
      maxAttempts: 1,
      workspace: 'keep',
      onExhausted: 'ask',
      reviewSession: 'continue',
    },
  },
  /**
   * Parallel groups; a failed phase is retried when its group has ended, and completed ones stay (seed:
   * phase-execution-reference).
   */
  autobuild: { ...phased, retry: { ...phased.retry, when: 'siblings', reviewSession: 'continue' } },
} as const satisfies Record<PresetName, Preset>)
