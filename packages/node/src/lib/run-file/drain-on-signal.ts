import type { Run } from '@amelia/core'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Drains a run at the first SIGINT or SIGTERM and cancels it at the second. Returns a function that stops
 * watching.
 *
 * A third signal meets no handler of this run, so by default it ends the process.
 */
export const drainOnSignal = (run: Pick<Run, 'drain' | 'cancel'>): (() => void) => {
  let draining = false
  const stopWatching = (): void => {
    for (const signal of signals) process.off(signal, interrupt)
  }
  const interrupt = (): void => {
    if (!draining) {
      draining = true
      run.drain()
      return
    }
    stopWatching()
    run.cancel()
  }
  for (const signal of signals) process.on(signal, interrupt)
  return stopWatching
}
