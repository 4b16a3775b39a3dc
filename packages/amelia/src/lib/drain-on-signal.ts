import { signalCopyMs } from '@amelia/agent-process'
import type { Run } from '@amelia/core'
import { type Clock, timerClock } from '@amelia/core/plugin'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Drains a run at the first SIGINT or SIGTERM and cancels it at the second. A closed terminal (SIGHUP) drains
 * it. Returns a function that stops watching.
 *
 * The first signal has its effect once its copies have arrived, so that none of them counts as the second. A
 * third signal meets no handler of this run, so by default it ends the process.
 */
export const drainOnSignal = (
  run: Pick<Run, 'drain' | 'cancel'>,
  clock: Clock = timerClock({ keepAlive: false }),
): (() => void) => {
  let first: NodeJS.Signals | undefined
  let draining = false
  const over = new AbortController()
  const drain = (): void => {
    if (!draining) run.drain()
    draining = true
  }
  const stopWatching = (): void => {
    over.abort()
    for (const signal of signals) process.off(signal, handlers[signal])
    process.off('SIGHUP', drain)
  }
  const interrupt = (signal: NodeJS.Signals): void => {
    if (first === undefined && !draining) {
      first = signal
      clock.wait(signalCopyMs, over.signal).then(drain, () => {})
      return
    }
    if (signal === first && !draining) return
    drain()
    stopWatching()
    run.cancel()
  }
  const handlers = { SIGINT: () => interrupt('SIGINT'), SIGTERM: () => interrupt('SIGTERM') }
  for (const signal of signals) process.on(signal, handlers[signal])
  process.on('SIGHUP', drain)
  return stopWatching
}
