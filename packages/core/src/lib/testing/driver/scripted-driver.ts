import type {
  CallContext,
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
} from '../../contract/driver.ts'

/**
 * The body of a scripted session. It may use the workspace, emit progress and throw. Returning nothing is an
 * empty success.
 */
export type SessionScript = (
  request: SessionRequest,
  context: CallContext<SessionProgress>,
  /** The number of the session, from 0. */
  number: number,
) => Promise<Partial<SessionResult> | undefined | void> | Partial<SessionResult> | undefined | void

/** A driver that follows a script and records its requests. */
export interface ScriptedDriver extends DriverV1 {
  readonly requests: SessionRequest[]
}

export const createScriptedDriver = (script: SessionScript = () => {}): ScriptedDriver => {
  const requests: SessionRequest[] = []
  return {
    contract: 'driver-v1',
    id: 'scripted',
    provider: 'scripted',
    meters: ['tokens', 'usd'],
    requests,
    async runSession(request, context) {
      context.signal.throwIfAborted()
      const number = requests.push(request) - 1
      const result = await script(request, context, number)
      context.signal.throwIfAborted()
      return { sessionId: `session-${number}`, text: '', usage: {}, ...result }
    },
  }
}
