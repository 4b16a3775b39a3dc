import { checkArgument, checkOptions } from '../error/check/check-options.ts'
import { aBoolean, optional, type Rule } from '../error/check/rule.ts'
import type { Clock } from './clock.ts'

/** Options of {@link timerClock}. */
export interface TimerClockOptions {
  /**
   * Whether a wait that is pending keeps a process of Node alive. Default: true. A page has nothing to keep
   * alive.
   */
  keepAlive?: boolean | undefined
}

/** The method of Node's timers that lets the process exit. */
interface NodeTimer {
  unref?(): unknown
}

/** Longest wait of one timer, in milliseconds. A longer wait uses several. */
const longest = 0x7fffffff

const milliseconds: Rule = {
  expected: 'a number of milliseconds',
  is: (value) => typeof value === 'number' && !Number.isNaN(value),
}

/** Throws `OPTION_INVALID` for the argument of a clock's `wait` that is not a number. */
export const checkWait = (ms: number): void => checkArgument('clock.wait', 'ms', ms, milliseconds)

/**
 * The clock and the timers of the place that this runs in.
 *
 * `now` never goes back: while the wall clock is behind a time that was told, it stands still. Waits are
 * monotonic; one that is longer than 2^31 - 1 ms ends after so many. The signal takes a wait's timer away.
 */
export const timerClock = (options: TimerClockOptions = {}): Clock => {
  checkOptions('timerClock', options, { keepAlive: optional(aBoolean) })
  const { keepAlive = true } = options
  let latest = 0
  return {
    now() {
      latest = Math.max(latest, Date.now())
      return latest
    },
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        checkWait(ms)
        if (signal?.aborted) return reject(signal.reason as Error)
        const stop = (): void => {
          clearTimeout(timer)
          reject(signal?.reason as Error)
        }
        const done = (): void => {
          signal?.removeEventListener('abort', stop)
          resolve()
        }
        const timer = setTimeout(done, Math.min(Math.max(0, ms), longest))
        if (!keepAlive) (timer as NodeTimer).unref?.()
        signal?.addEventListener('abort', stop, { once: true })
      }),
  }
}
