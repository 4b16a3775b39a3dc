import type { Failure } from '../../contract/failure.ts'
import type { RoundCause } from '../../contract/round-cause.ts'

/** A failure, and the attempt or the round that it ended: `attempt 1`. */
export interface EarlierFailure {
  readonly failure: Failure
  readonly where: string
}

/** Limits used up since a person last started the phase. A person who starts it again begins a new effort. */
export interface Effort {
  /** Attempts used up. An interruption or another round of an attempt uses none. */
  tries: number
  /** Conflicts with phases integrated since an attempt began. They have their own limit. */
  collisions: number
  /** Rounds because of the agent's own reports, in a row. They have their own limit. */
  reports: number
  /** The last failure of an attempt, and the last cause of each kind of round. */
  last: Map<RoundCause | 'attempt', EarlierFailure>
  /** Waits in a row for a transient failure to pass, and their length in milliseconds, which is limited. */
  waits: number
  waitedMs: number
  /** When the current back-off is over, in milliseconds since 1970. */
  notBefore: number | undefined
  /** The provider whose limits the phase reached last. */
  passedOver: string | undefined
  /** The providers whose model refused the work, or its review: the next such sessions go to others. */
  refusedBy: Record<'work' | 'review', Set<string>>
  /** Whether the prompt was too long once: it stays short from then on. */
  shortened: boolean
  /** Whether the next attempt waits until the other phases of its batch have ended. */
  afterSiblings: boolean
  /** Whether a check collided with another phase's once: its checks run alone from then on. */
  alone: boolean
  /** Reviews that ended in an approval or a rejection. They have their own limit. */
  reviewRounds: number
}

export const createEffort = (): Effort => ({
  tries: 0,
  collisions: 0,
  reports: 0,
  last: new Map(),
  waits: 0,
  waitedMs: 0,
  notBefore: undefined,
  passedOver: undefined,
  refusedBy: { work: new Set(), review: new Set() },
  shortened: false,
  afterSiblings: false,
  alone: false,
  reviewRounds: 0,
})
