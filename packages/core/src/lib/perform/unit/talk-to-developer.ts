import type { SessionRequest, SessionResult } from '../../contract/driver.ts'
import type { UnitContext } from './run-unit.ts'

/** What a developer's session is asked for. Without `access` it may write. */
export type DeveloperRequest = Required<Pick<SessionRequest, 'prompt' | 'unit'>> &
  Pick<SessionRequest, 'resume' | 'outputSchema'> & { access?: SessionRequest['access'] }

/** One session of the developer in a workspace, to its end. Throws what the driver throws. */
export const talkToDeveloper = (
  { engine, phase, workspace }: UnitContext,
  asked: DeveloperRequest,
): Promise<SessionResult> =>
  engine.session({ role: 'developer', access: 'write', limits: {}, workspace, ...asked }, (progress) =>
    engine.progress(phase.phase.id, progress),
  )
