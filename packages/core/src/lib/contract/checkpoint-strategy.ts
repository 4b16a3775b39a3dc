import type { CheckResult } from '../event/check-result.ts'
import type { Phase, Risk } from '../plan/plan-schema.ts'
import type { Review } from '../policy/review.ts'

/** What is known of a phase that is done, verified and reviewed. */
export interface CheckpointContext {
  phase: Phase
  /** The highest risk of the phase and its steps. */
  risk: Risk
  attempt: number
  /** Ids of the phases of its batch. */
  batch: string[]
  /** Paths that it changes. */
  files: string[]
  checks: CheckResult[]
  review?: Review
}

/** Says where a run waits for a person before a phase is taken in. `reason` is shown with the question. */
export interface CheckpointStrategyV1 {
  contract: 'checkpoint-strategy-v1'
  decide(context: CheckpointContext): 'pause' | 'pass' | { pause: boolean; reason?: string }
}

/** Says that an object is a strategy, and lets its types be inferred. */
export const defineCheckpointStrategy = (
  strategy: Omit<CheckpointStrategyV1, 'contract'>,
): CheckpointStrategyV1 => ({ contract: 'checkpoint-strategy-v1', ...strategy })
