import type { FailureClass } from '../../contract/failure-class.ts'

export interface SessionFacts {
  /** The unit's key in `sessions`: `phase`, or the subtask's id. */
  key: string
  /** The last session of each unit of the phase, oldest first. */
  sessions: ReadonlyMap<string, string>
  /** The settings' rule for attempts after a failure. */
  retry: 'fresh' | 'continue'
  /** The class of the phase's last failure. */
  lastFailure: FailureClass | undefined
  /** Whether a person checks the phase unit by unit, and this is not its first unit. */
  isWatched: boolean
}

/** The session for a unit: a fresh one without `resume`. */
export interface SessionChoice {
  resume?: string
  /** Whether the session has worked on this unit before. */
  knowsUnit: boolean
}

/**
 * Chooses the session for a unit.
 *
 * An attempt after a failure continues the unit's session if the settings say so, unless its context is full.
 * A phase that is checked unit by unit continues its last session. Any other unit gets a fresh session.
 */
export const chooseSession = ({
  key,
  sessions,
  retry,
  lastFailure,
  isWatched,
}: SessionFacts): SessionChoice => {
  const continues = retry === 'continue' && lastFailure !== undefined && lastFailure !== 'context_overflow'
  const own = continues ? sessions.get(key) : undefined
  const resume = own ?? (isWatched ? [...sessions.values()].at(-1) : undefined)
  return { ...(resume !== undefined && { resume }), knowsUnit: own !== undefined }
}
