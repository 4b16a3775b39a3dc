import type { RunSettings } from '../../machine/state/settings.ts'
import { defaultWaits } from '../../policy/failure/retry-policy.ts'

/** Every preset by name, in the order of the docs. */
export const presetNames = ['phased', 'subtasks', 'taskLoop', 'intelligent', 'autobuild'] as const

export type PresetName = (typeof presetNames)[number]

/** The rules that a preset sets. */
export type Preset = Omit<RunSettings, 'planApproved' | 'checks' | 'execution' | 'checkpoints' | 'review'>

/** A fresh session a phase, two attempts, the run drains after a failure (seed: phased-execution). */
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
  retry: {
    maxAttempts: 2,
    session: 'fresh',
    workspace: 'reset',
    maxReviewRounds: 2,
    when: 'now',
    onExhausted: 'fail',
  },
  waits: defaultWaits,
  budget: {},
  phaseBudget: {},
  tdd: 'off',
  hooks: 'on',
  publish: 'phase',
  artefacts: 'commit',
}

/** Sets of rules, each an object to read and to change a copy of. */
export const presets = {
  phased,
  /** A session a subtask; those of a phase that write different files at once, a workspace each (seed: phased-execution-draft). */
  subtasks: { ...phased, units: 'subtask', parallelSubtasks: true },
  /** One task after the other, each in one session that goes on until its review is passed (seed: task-based-execution). */
  taskLoop: {
    ...phased,
    concurrency: 1,
    retry: { ...phased.retry, maxAttempts: 5, session: 'continue', workspace: 'keep', maxReviewRounds: 5 },
  },
  /**
   * Batches of structured steps that the engine carries out, what is risky after a look at it; an agent, where there is one, mends
   * a step that fails, and then a person is asked (seed: intelligent-execution).
   */
  intelligent: {
    ...phased,
    concurrency: 1,
    adapt: true,
    preValidate: true,
    retry: { ...phased.retry, maxAttempts: 1, workspace: 'keep', onExhausted: 'ask' },
  },
  /** Parallel groups; what failed is tried again when its group has ended, and what succeeded stays (seed: phase-execution-reference). */
  autobuild: { ...phased, retry: { ...phased.retry, when: 'siblings' } },
} as const satisfies Record<PresetName, Preset>
