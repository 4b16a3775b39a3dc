import { driverError } from '../../contract/driver-error.ts'
import type {
  CallContext,
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
} from '../../contract/driver.ts'
import { isOwnEvent } from '../../contract/tool/own-event.ts'
import { findReturnFault } from '../../error/check/find-return-fault.ts'
import { findFault } from '../../error/check/find-fault.ts'
import { sessionRules } from './session-rules.ts'

/**
 * Runs a session of a driver, and checks the progress that it emits and the result.
 *
 * An invalid value fails the session with the class `environment`, because another attempt does not repair
 * the driver. Invalid progress also aborts `stop`, which must stop the session. Valid usage in an invalid
 * result still counts. Events of the driver are passed on as they are: an invalid one never ends a session.
 */
export const callDriver = async (
  driver: DriverV1,
  request: SessionRequest,
  { signal, emit }: CallContext<SessionProgress>,
  stop: AbortController,
): Promise<SessionResult> => {
  const who = `driver "${driver.id}"`
  let fault: Error | undefined
  const receive = (progress: SessionProgress): void => {
    if (fault) return
    if (isOwnEvent(progress)) return emit(progress)
    const wrong = findFault('progress', progress, sessionRules.progress)
    if (wrong === undefined) return emit(progress)
    fault = invalid(`The ${who} passed an invalid value to \`emit\`: ${wrong}`)
    stop.abort(fault)
  }
  const result: unknown = await driver.runSession(request, { signal, emit: receive })
  const wrong = findReturnFault({ plugin: who, method: 'runSession' }, result, sessionRules.result)
  const usage = (result as { usage?: unknown } | null | undefined)?.usage
  if (wrong !== undefined && usage !== undefined && findFault('', usage, sessionRules.usage) === undefined)
    receive({ type: 'usage', usage: usage as SessionResult['usage'] })
  if (fault) throw fault
  if (wrong !== undefined) throw invalid(wrong)
  return result as SessionResult
}

const invalid = (message: string): Error => driverError('environment', { message })
