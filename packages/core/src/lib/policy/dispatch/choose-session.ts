import type { FailureClass } from '../../contract/failure-class.ts'
import type { KnownSession } from './known-session.ts'
import type { RoundCause } from '../../contract/round-cause.ts'
import { type SessionReach, canResume } from './can-resume.ts'

export interface SessionFacts {
  /** The unit's key in `sessions`: `phase`, or the subtask's id. */
  key: string
  /** The last session of each unit of the phase, oldest first. */
  sessions: ReadonlyMap<string, KnownSession>
  /** The session of the earlier work that the phase follows up. */
  followed?: string | undefined
  /** Whether the unit was interrupted and continues. */
  isInterrupted: boolean
  /** Whether the attempt returned to its session. */
  isSentBack: boolean
  /** Why the attempt has another round, if it has one. */
  round: RoundCause | undefined
  /** The settings' rules for attempts after a failure, and for rounds after a review. */
  retry: Record<'session' | 'reviewSession', 'fresh' | 'continue'>
  /** The class of the phase's last failure. */
  lastFailure: FailureClass | undefined
  /** Whether a person checks the phase unit by unit, and this is not its first unit. */
  isWatched: boolean
  /** The driver, the machine and the lease of the session that starts now. */
  reach: SessionReach
}

/** The session for a unit: a fresh one without `resume`. */
export interface SessionChoice {
  resume?: string
  /** Whether the session has worked on this unit before. */
  knowsUnit: boolean
  /** The session did the earlier work that the unit follows up, and may not know the unit. */
  follows?: true
}

/**
 * Chooses the session for a unit, among those that the driver can resume here.
 *
 * An interrupted unit continues its session, whatever the settings say, and so does an attempt that returned
 * to it, and another round, unless the settings want a new session after a review. An attempt after a failure
 * continues it if the settings say so, unless its context is full or its model refused the work. A phase
 * that is checked unit by unit continues its last session. A phase that follows up earlier work continues its
 * session until an attempt has failed. Any other unit gets a fresh session.
 */
export const chooseSession = ({
  key,
  sessions,
  followed,
  isInterrupted,
  isSentBack,
  round,
  retry,
  lastFailure,
  isWatched,
  reach,
}: SessionFacts): SessionChoice => {
  const noted = sessions.get(key)
  const follows = noted !== undefined && noted.id === followed
  const continues =
    isInterrupted ||
    isSentBack ||
    (round !== undefined && !(round === 'review' && retry.reviewSession === 'fresh')) ||
    (follows && lastFailure === undefined) ||
    (round === undefined &&
      retry.session === 'continue' &&
      lastFailure !== undefined &&
      lastFailure !== 'context_overflow' &&
      lastFailure !== 'refused')
  const known = continues ? noted : undefined
  const own = known && canResume(known, reach) ? known : undefined
  const last = isWatched ? [...sessions.values()].at(-1) : undefined
  const session = own ?? (last && canResume(last, reach) ? last : undefined)
  const isNew = own !== undefined && follows && !isSentBack
  return {
    ...(session && { resume: session.id }),
    knowsUnit: own !== undefined && !isNew,
    ...(isNew && { follows: true }),
  }
}
