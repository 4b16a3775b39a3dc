import type { SessionRequest, SessionResult } from '../../contract/driver.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { sessionFailure } from '../command/session-failure.ts'
import { createPartClaims, type PartClaims } from '../part-claims.ts'
import type { UnitContext } from './unit-context.ts'

/** A request for a developer session. Without `access` the session may write. */
export type DeveloperRequest = Required<Pick<SessionRequest, 'prompt' | 'unit'>> &
  Pick<SessionRequest, 'resume' | 'outputSchema'> & { access?: SessionRequest['access'] }

/**
 * Runs one developer session in the unit's workspace. Throws what the driver throws. `claims` receives its
 * progress.
 */
export const askDeveloper = (
  { performer, phase, dispatch, workspace }: UnitContext,
  asked: DeveloperRequest,
  claims?: PartClaims,
): Promise<SessionResult> =>
  performer.session(
    { role: 'developer', access: 'write', limits: {}, workspace, dispatch, ...asked },
    (progress, session) => {
      performer.progress(phase.id, progress, session)
      claims?.add(progress)
    },
  )

/**
 * Runs one developer session without a report: the unit is completed when the session ends without an error.
 */
export const runDeveloper = async (context: UnitContext, asked: DeveloperRequest): Promise<UnitOutcome> => {
  const { performer } = context
  const { unit } = asked
  try {
    const claims = unit.kind === 'phase' ? createPartClaims(context) : undefined
    const { sessionId, text } = await askDeveloper(context, asked, claims)
    const key = unit.kind === 'subtask' ? unit.subtaskId : unit.kind
    const said = boundOutput(performer.redact(text)).trim()
    return {
      outcome: 'completed',
      sessions: sessionId === undefined ? {} : { [key]: sessionId },
      ...(said === '' ? {} : { said: { [key]: said } }),
      ...(/\balready_done\b/.test(said) && { alreadyDone: true }),
    }
  } catch (error) {
    performer.signal.throwIfAborted()
    return { outcome: 'failed', failure: sessionFailure(error, performer.driver?.provider, performer) }
  }
}
