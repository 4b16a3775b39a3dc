import type { Failure } from '../contract/failure.ts'
import type { BlockerType } from './blocker-type.ts'

/** How a unit ended. */
export type UnitOutcome =
  /**
   * By subtask or `phase`: session ids, the last words of each session, the files that it reports as changed,
   * and what it asks reviewers to inspect.
   */
  | {
      outcome: 'completed'
      sessions?: Record<string, string>
      said?: Record<string, string>
      claimed?: Record<string, string[]>
      concerns?: Record<string, string[]>
      /** Whether the agent reports that everything was there before. */
      alreadyDone?: true
      /** The provider of the sessions. */
      provider?: string
    }
  /** `sessions`: those in which the agent itself reported that it is not done. */
  | { outcome: 'failed'; failure: Failure; sessions?: Record<string, string> }
  /** It cannot continue without a person. `stepId` is the step where it stopped. */
  | {
      outcome: 'blocked'
      blocker: BlockerType
      stepId?: string
      message: string
      details: string[]
      suggestions?: string[]
      /** Whether a person may approve running it: nothing has run yet. */
      passable?: true
      /** The failure that ended its session before: the attempt can continue where it stood. */
      interruption?: Failure
      sessions?: Record<string, string>
    }
