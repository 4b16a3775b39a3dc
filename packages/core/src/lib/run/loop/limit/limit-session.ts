import type { Clock } from '../../../contract/clock.ts'
import { driverError } from '../../../contract/driver-error.ts'
import { linkController } from '../../../perform/guard/link-controller.ts'
import { formatDuration } from '../../../text/format-duration.ts'

/** The time that a session may take by default, in milliseconds: 6 hours. */
export const defaultSessionTimeoutMs = 6 * 3_600_000

export interface SessionLimit {
  clock: Clock
  /** Milliseconds. `Infinity`: no limit. */
  timeoutMs: number
  /** Stops the session for another reason. */
  signal: AbortSignal
  /** The name of the call in messages. Default: `session`. */
  who?: string
}

/**
 * Runs a session with a controller that also aborts when the time is over. The session then fails with the
 * class `agent_failed`.
 *
 * The session may abort its controller for other reasons. A session whose controller was aborted, but not by
 * `signal`, fails with that reason, whatever error the driver reports.
 */
export const limitSession = async <Value>(
  { clock, timeoutMs, signal, who = 'session' }: SessionLimit,
  run: (controller: AbortController) => Promise<Value>,
): Promise<Value> => {
  const { controller, unlink } = linkController(signal)
  const over = timeoutMs === Infinity ? undefined : new AbortController()
  const stop = (): void => controller.abort(tooLong(who, timeoutMs))
  // The limit of a call that was told to stop is its grace period.
  // Without a reason, each call would create an error with its stack.
  const end = (): void => over?.abort('over')
  controller.signal.addEventListener('abort', end, { once: true })
  if (over) clock.wait(timeoutMs, over.signal, 'limit').then(stop, () => {})
  try {
    return await run(controller)
  } catch (error) {
    if (controller.signal.aborted && !signal.aborted) throw controller.signal.reason
    throw error
  } finally {
    unlink()
    controller.signal.removeEventListener('abort', end)
    end()
  }
}

const tooLong = (who: string, timeoutMs: number): Error =>
  driverError('agent_failed', {
    message: `The ${who} did not end within ${formatDuration(timeoutMs)}. Make the phase smaller, or raise the limit (\`sessionTimeoutMs\`, --session-timeout).`,
  })
