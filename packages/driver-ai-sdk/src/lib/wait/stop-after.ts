import type { Clock } from '@amelia/core/plugin'

/** Calls `stop` after `ms` milliseconds. The returned function cancels it. */
export const stopAfter = (clock: Clock, ms: number, stop: () => void): (() => void) => {
  const over = new AbortController()
  const deadline = clock.now() + ms
  const wait = async (): Promise<void> => {
    for (let left = ms; left > 0; left = deadline - clock.now()) await clock.wait(left, over.signal)
    if (!over.signal.aborted) stop()
  }
  void wait().catch(() => {})
  return () => over.abort()
}
