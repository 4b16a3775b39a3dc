import type { Clock, WaitPurpose } from '../../contract/clock.ts'
import { hasActiveResources } from './has-active-resources.ts'
import { startOfTests } from './manual-clock.ts'

interface Wait {
  purpose: WaitPurpose | undefined
  /** The time of the clock at its end. */
  at: number
  /** Milliseconds until it ends if nothing is skipped. */
  left: number
  end(): void
}

/** A timer of Node, which may keep the process alive. */
interface Timer {
  ref?(): unknown
  unref?(): unknown
}

/**
 * Milliseconds of one tick: of a short one when time can be skipped after it. A tick that is late counts no
 * more, so that events which are late for the same reason come first.
 */
const [shortTickMs, tickMs] = [5, 25]

/** Milliseconds after which a call that cannot continue, or was told to stop, counts as endless. */
const idleMs = 1_000

/** The pending ticks of all clocks that keep the process alive. */
const ticks = new Set<Timer>()

/**
 * Creates a clock that skips to the end of the next wait when nothing else can run, so that waits take no
 * time. It starts at the beginning of 2026.
 *
 * - A1 `now` changes only when a wait ends that is not a poll, so equal runs have equal times.
 * - A2 No wait takes longer than in reality. A poll takes as long, or until time is skipped beyond its end.
 * - A3 While a call has not ended (a `limit` or a `grace` is pending), nothing is skipped until the process
 *   has had neither timers nor requests for a second: nothing but the clock can end the call.
 * - A4 A call that was told to stop gets at most a second, whatever it waits for.
 */
export const createAutoClock = (): Clock => {
  const waits = new Set<Wait>()
  let now = startOfTests
  let quietMs = 0
  let timer: Timer | undefined

  const isPolling = (): boolean => [...waits].every(({ purpose }) => purpose === 'poll')
  const isCalling = (): boolean =>
    [...waits].some(({ purpose }) => purpose === 'limit' || purpose === 'grace')

  const pass = (ms: number, time = now): void => {
    for (const wait of waits) wait.left -= ms
    const over = [...waits].filter(({ at, left }) => at <= time || left <= 0)
    for (const wait of over.sort((a, b) => a.at - b.at)) {
      if (wait.purpose !== 'poll') now = Math.max(now, wait.at)
      wait.end()
    }
  }

  const skip = (): void => {
    const ends = [...waits].filter(({ purpose }) => purpose !== 'poll').map(({ at }) => at)
    const next = Math.max(now, Math.min(...ends))
    pass(next - now, next)
  }

  const canSkip = (): boolean => {
    if (isPolling()) return false
    if (!isCalling()) return quietMs >= 2 * shortTickMs
    if (hasActiveResources(ticks.size)) quietMs = 0
    return quietMs >= idleMs
  }

  const tick = (ms: number): void => {
    quietMs += ms
    pass(ms)
    if (canSkip()) skip()
    schedule()
  }

  const schedule = (): void => {
    if (waits.size > 0 && timer === undefined) {
      const ms = isPolling() || isCalling() ? tickMs : shortTickMs
      const next: Timer = setTimeout(() => {
        ticks.delete(next)
        timer = undefined
        // Node still counts a timer as active while its callback runs.
        queueMicrotask(() => tick(ms))
      }, ms)
      timer = next
    }
    if (timer === undefined) return
    if (isPolling()) {
      timer.unref?.()
      ticks.delete(timer)
    } else {
      timer.ref?.()
      ticks.add(timer)
    }
  }

  return {
    now: () => now,
    wait: (ms, signal, purpose) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const remove = (): void => {
          waits.delete(wait)
          signal?.removeEventListener('abort', stop)
          if (purpose !== 'poll') quietMs = 0
          schedule()
        }
        const stop = (): void => {
          remove()
          reject(signal?.reason as Error)
        }
        const end = (): void => {
          remove()
          resolve()
        }
        const length = Math.max(0, ms)
        const left = purpose === 'grace' ? Math.min(length, idleMs) : length
        const wait: Wait = { purpose, at: now + length, left, end }
        waits.add(wait)
        signal?.addEventListener('abort', stop, { once: true })
        if (purpose !== 'poll') quietMs = 0
        schedule()
      }),
  }
}
