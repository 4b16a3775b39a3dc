import { checkArgument } from '../error/check/check-options.ts'
import { aFunction, shape } from '../error/check/rule.ts'
import type { CheckResult } from './check-result.ts'
import type { Phase } from '../plan/model/phase.ts'
import type { Risk } from '../plan/field/risk.ts'
import type { WorkContext } from './driver.ts'
import type { Review } from './review.ts'

/** A phase that is done, verified and reviewed. */
export interface CheckpointContext {
  /** Names this question. A resumed run that has no verdict yet asks again with the same id. */
  requestId: string
  /** Aborts at the time limit, and when the run or the phase is stopped: the verdict is not used any more. */
  signal: AbortSignal
  /** The run, with the title of its plan. */
  run: NonNullable<WorkContext['run']>
  /** The phase as the plan describes it. */
  phase: Phase
  /** The highest risk of the phase and its steps. */
  risk: Risk
  /** The number of the attempt, from 1. */
  attempt: number
  /** The unit to decide about: the phase. */
  unit: NonNullable<WorkContext['unit']>
  /** Ids of the phases of its batch. */
  batch: string[]
  /** Paths that it changes. */
  files: string[]
  /** Results of the engine's checks on the attempt. */
  checks: CheckResult[]
  /** The phase's last review. Absent if it was not reviewed. */
  review?: Review
}

/** Whether a phase waits for a person before it is integrated. `reason` is shown with the question. */
export type CheckpointVerdict = 'pause' | 'pass' | { pause: boolean; reason?: string }

/**
 * Decides where a run waits for a person before a phase is integrated.
 *
 * The phase gives its place in the run's concurrency back while it waits for the verdict. Anything but a
 * valid verdict is a pause: another value or shape, a property that a verdict does not have, an error, a
 * promise that is rejected or too late.
 */
export interface CheckpointStrategyV1 {
  /** The version of the contract. `defineCheckpointStrategy` sets it. */
  contract: 'checkpoint-strategy-v1'
  /** Limit for one decision, in milliseconds on the host's clock. Default: 300,000 (5 min). */
  timeoutMs?: number
  /** Decides whether the phase waits for a person. */
  decide(context: CheckpointContext): CheckpointVerdict | Promise<CheckpointVerdict>
}

const definition = shape('an object with the methods of a strategy', { decide: aFunction })

/** Says that an object is a strategy, and lets its types be inferred. Throws `OPTION_INVALID`. */
export const defineCheckpointStrategy = (
  strategy: Omit<CheckpointStrategyV1, 'contract'>,
): CheckpointStrategyV1 => {
  checkArgument('defineCheckpointStrategy', 'strategy', strategy, definition)
  return { contract: 'checkpoint-strategy-v1', ...strategy }
}
