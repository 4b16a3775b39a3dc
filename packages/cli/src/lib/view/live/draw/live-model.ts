import type { RunView } from '@amelia/core'
import type { Paint } from '@amelia/core/view'
import type { Interruption } from '../../../terminal/watch-signals.ts'
import type { GateFacts } from '../detail/load-gate-facts.ts'
import type { PhaseReader } from '../detail/phase-reader.ts'
import type { LiveState } from '../key/live-state.ts'
import type { ViewRole } from '../key/step.ts'

/** A run, and the state of the keys of its view. */
export interface LiveModel {
  readonly run: RunView
  readonly state: LiveState
  /** The latest change detected in the user's repository. */
  readonly note?: string | undefined
  readonly role: ViewRole
  readonly facts: ReadonlyMap<string, GateFacts>
  readonly interruption?: Interruption | undefined
  /** A fact about the run that the hint states first, such as `Not running`. */
  readonly standing?: string | undefined
  /** Reads the parts of an opened phase. */
  readonly reader?: PhaseReader | undefined
  /** Whether the run continues without the view. */
  readonly leaves?: boolean
  /** Whether keys are watched. */
  readonly keys: boolean
  /** The phases that may run at the same time. Default: 1. */
  readonly concurrency?: number | undefined
  readonly batchOf?: ((phaseId: string) => number | undefined) | undefined
}

/** The terminal that `renderLive` draws for. */
export interface LiveSize {
  readonly columns: number
  readonly rows: number
  readonly ascii: boolean
  readonly paint: Paint
  /** Milliseconds since 1970. */
  readonly now: number
}
