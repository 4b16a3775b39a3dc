import type { Clock } from '@amelia/core/plugin'

/**
 * The clock of this machine.
 *
 * `now` never goes back: while the wall clock is behind a time that was told, it stands still. Waits are monotonic. A pending
 * wait keeps the process alive, as the run that waits depends on it; the signal takes it away.
 */
export const systemClock = (): Clock => {
  let latest = 0
  return {
    now() {
      latest = Math.max(latest, Date.now())
      return latest
    },
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        const stop = (): void => {
          clearTimeout(timer)
          reject(signal?.reason)
        }
        const done = (): void => {
          signal?.removeEventListener('abort', stop)
          resolve()
        }
        // Longer waits than a timer can hold end early: whoever waits looks at the time again.
        const timer = setTimeout(done, Math.min(Math.max(0, ms), 0x7fffffff))
        signal?.addEventListener('abort', stop, { once: true })
      }),
  }
}
