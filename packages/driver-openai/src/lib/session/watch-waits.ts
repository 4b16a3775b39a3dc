import type { AmeliaError, Clock, SessionWait } from '@amelia/core/plugin'
import { readFailure } from '../failure/read-failure.ts'
import type { CodexSettings } from '../option/codex-settings.ts'

export interface WaitOptions {
  settings: CodexSettings
  clock: Clock
  emit(wait: SessionWait): void
  /** Called at most once, with the failure of a session whose wait is too long. */
  stop(failure: AmeliaError<'DRIVER_FAILED'>): void
}

/** The waits inside one session. */
export interface WaitWatch {
  /** An error was reported. Returns whether it announces that Codex sends its request again. */
  failed(message: string): boolean
  /** The program logged something: the headers of a response may be in it. */
  logged(text: string): void
  /** The model answered. */
  answered(): void
  /** Ends the watch. */
  end(): void
}

/** Failures that no further request can change. */
const hopeless = new Set<string>(['auth', 'permission', 'environment', 'context_overflow'])

const reconnecting = /^Reconnecting\.\.\. \d+\/\d+(?: \((.*)\))?$/s

/**
 * Reports Codex's waits between two requests, and stops the session when they take too long.
 *
 * Codex announces that it waits, but not how long. A delay that the server sent is read from the log of the
 * program; it may arrive after the announcement. The waits since the last answer are added up. Codex also
 * repeats requests for which waiting is hopeless: those end the session at once.
 */
export const watchWaits = ({ settings, clock, emit, stop }: WaitOptions): WaitWatch => {
  const { waitLimitMs } = settings
  const over = new AbortController()
  let log = ''
  /** The wait that is under way, if any. */
  let wait:
    | { since: number; begun: number; message: string; until?: number; timer: AbortController }
    | undefined

  const fail = (failure: AmeliaError<'DRIVER_FAILED'>): void => {
    if (over.signal.aborted) return
    end()
    stop(failure)
  }
  const end = (): void => {
    over.abort()
    wait?.timer.abort()
  }
  const report = (): void => {
    if (wait === undefined || over.signal.aborted) return
    const { since, begun, message } = wait
    const failure = readFailure({ message, log }, settings, clock.now())
    // The next wait must not read the headers of this response.
    log = ''
    const { class: name, retryAfterMs } = failure.details
    const until = retryAfterMs === undefined ? undefined : begun + retryAfterMs
    if (hopeless.has(name) || (until !== undefined && until > since + waitLimitMs)) {
      fail(failure)
      return
    }
    if (until !== undefined && until === wait.until) return
    if (until !== undefined) wait.until = until
    emit({
      type: 'waiting',
      reason: name === 'rate_limited' ? name : 'transient',
      ...(until === undefined ? {} : { until }),
      message: failure.message,
    })
  }
  const limit = (timer: AbortController, since: number, message: string): void => {
    void clock.wait(Math.max(0, since + waitLimitMs - clock.now()), timer.signal).then(
      () => fail(readFailure({ message, log }, settings, clock.now())),
      () => {},
    )
  }

  return {
    failed(text) {
      const found = reconnecting.exec(text)
      if (found === null) return false
      const message = found[1] ?? text
      const begun = clock.now()
      const since = wait?.since ?? begun
      wait?.timer.abort()
      const timer = new AbortController()
      wait = { since, begun, message, timer }
      report()
      limit(timer, since, message)
      return true
    },
    logged(text) {
      // Only the last response matters.
      log = (log + text).slice(-16_384)
      if (wait !== undefined && wait.until === undefined && /Request completed/.test(text)) {
        const { retryAfterMs } = readFailure({ message: wait.message, log }, settings, clock.now()).details
        if (retryAfterMs !== undefined) report()
      }
    },
    answered() {
      wait?.timer.abort()
      wait = undefined
    },
    end,
  }
}
