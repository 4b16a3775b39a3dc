import type { Clock } from '@amelia/core/plugin'

/** Longest wait of one timer, in milliseconds. Who waits longer looks at the time again. */
const longest = 0x7fffffff

/** The clock and timers of this machine. */
export const timerClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        },
        Math.min(Math.max(0, ms), longest),
      )
      if (signal?.aborted) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    }),
}
