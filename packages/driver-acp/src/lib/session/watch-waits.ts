import { boundLine } from '@amelia/agent-process'
import type { AcpSession } from '../task/acp-session.ts'
import { readRefusal } from '../failure/read-failure.ts'

/** The waits of a session for the provider. */
export interface Waits {
  /** Receives a line of the program's error output. */
  receive(line: string): void
  /** Ends a wait: the agent reported something. */
  end(): void
}

/**
 * Follows the requests that an agent sends again, as far as its error output tells. Stops a session that
 * waits longer than its limit, and one whose request fails for a reason that does not pass.
 */
export const watchWaits = (
  { context, settings, clock }: Pick<AcpSession, 'context' | 'settings' | 'clock'>,
  { signal, stop }: { signal: AbortSignal; stop(reason: Error): void },
): Waits => {
  const { retryLine } = settings.profile
  let waiting: AbortController | undefined
  return {
    receive(line) {
      const cause = retryLine?.exec(line)?.[1]
      if (cause === undefined || signal.aborted) return
      const failure = readRefusal(settings, cause)
      const { class: reason, retryAfterMs } = failure.details
      if (reason !== 'rate_limited' && reason !== 'transient') return stop(failure)
      if (retryAfterMs !== undefined && retryAfterMs > settings.waitLimitMs) return stop(failure)
      const until = retryAfterMs === undefined ? {} : { until: clock.now() + retryAfterMs }
      context.emit({ type: 'waiting', reason, ...until, message: boundLine(cause, 500) })
      if (waiting !== undefined) return
      waiting = new AbortController()
      clock.wait(settings.waitLimitMs, waiting.signal).then(
        () => stop(failure),
        () => {},
      )
    },
    end() {
      waiting?.abort()
      waiting = undefined
    },
  }
}
