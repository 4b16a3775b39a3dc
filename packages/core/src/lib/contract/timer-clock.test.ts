import { afterEach, describe, expect, it, vi } from 'vitest'
import { timerClock } from './timer-clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('timerClock', () => {
  it('fault 63: never goes back when the wall clock is set', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const clock = timerClock()
    expect(clock.now()).toBe(1_000_000)
    vi.setSystemTime(400_000)
    expect(clock.now()).toBe(1_000_000)
    vi.setSystemTime(2_000_000)
    expect(clock.now()).toBe(2_000_000)
  })

  it('waits, and takes its timer away when the signal aborts', async () => {
    vi.useFakeTimers()
    const clock = timerClock()
    const waited = clock.wait(500)
    await vi.advanceTimersByTimeAsync(500)
    await waited
    const stop = new AbortController()
    const stopped = clock.wait(500, stop.signal)
    expect(vi.getTimerCount()).toBe(1)
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    expect(vi.getTimerCount()).toBe(0)
    await expect(clock.wait(500, stop.signal)).rejects.toThrow('enough')
  })

  it('a wait that is longer than a timer can be does not end at once', async () => {
    vi.useFakeTimers()
    let over = false
    void timerClock()
      .wait(Number.MAX_SAFE_INTEGER)
      .then(() => {
        over = true
      })
    await vi.advanceTimersByTimeAsync(1000)
    expect(over).toBe(false)
  })

  it('keeps the process alive during a wait, unless told not to', async () => {
    const stop = new AbortController()
    const waits = [true, false].map((keepAlive) => {
      const before = activeTimers()
      const wait = timerClock({ keepAlive }).wait(60_000, stop.signal)
      return { wait, kept: activeTimers() - before }
    })
    expect(waits.map(({ kept }) => kept)).toEqual([1, 0])
    stop.abort(new Error('enough'))
    for (const { wait } of waits) await expect(wait).rejects.toThrow('enough')
  })
})

/** Timers that this process would not end before. */
const activeTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
