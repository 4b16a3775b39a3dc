import type { Clock } from '../../contract/clock.ts'
import { checkWait } from '../../contract/timer-clock.ts'
import { checkArgument } from '../../error/check/check-options.ts'
import { finite } from '../../error/check/rule.ts'

/** A clock that stands still until it is advanced. */
export interface ManualClock extends Clock {
  /** Advances by `ms`, and wakes the waits that end, in the order of their times. */
  advance(ms: number): void
  /** The number of pending waits. */
  readonly waiting: number
}

/** The time at which the clocks of tests start: the beginning of 2026. */
export const startOfTests = Date.UTC(2026, 0, 1)

/**
 * Creates a clock that starts at `now`, in milliseconds since 1970. Default: the beginning of 2026. Throws
 * `OPTION_INVALID` for a value that is not a number.
 */
export const createManualClock = (now = startOfTests): ManualClock => {
  checkArgument('createManualClock', 'now', now, finite)
  const timers = new Set<{ at: number; wake: () => void }>()
  return {
    now: () => now,
    get waiting() {
      return timers.size
    },
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        checkWait(ms)
        if (signal?.aborted) return reject(signal.reason)
        const stop = (): void => {
          timers.delete(timer)
          reject(signal?.reason)
        }
        const wake = (): void => {
          signal?.removeEventListener('abort', stop)
          resolve()
        }
        const timer = { at: now + Math.max(0, ms), wake }
        timers.add(timer)
        signal?.addEventListener('abort', stop, { once: true })
      }),
    advance(ms) {
      checkArgument('clock.advance', 'ms', ms, finite)
      const end = now + ms
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.wake()
      }
      now = end
    },
  }
}
