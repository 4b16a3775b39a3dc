import { describe, expect, it } from 'vitest'
import { createManualClock } from './manual-clock.ts'

/** Waits until all resolved promises have run their callbacks. */
const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('createManualClock', () => {
  it('stands still until it is advanced', async () => {
    const clock = createManualClock(1_000)
    const woken: number[] = []
    void clock.wait(10).then(() => woken.push(clock.now()))
    await flushPromises()
    expect([clock.now(), clock.waiting, woken]).toEqual([1_000, 1, []])
    clock.advance(9)
    await flushPromises()
    expect(woken).toEqual([])
    clock.advance(1)
    await flushPromises()
    expect([clock.now(), clock.waiting, woken]).toEqual([1_010, 0, [1_010]])
  })

  it('wakes waits in the order of their times', async () => {
    const clock = createManualClock()
    const woken: string[] = []
    for (const [name, ms] of [
      ['late', 30],
      ['soon', 10],
      ['also late', 30],
      ['past', -5],
    ] as const)
      void clock.wait(ms).then(() => woken.push(name))
    clock.advance(100)
    await flushPromises()
    expect(woken).toEqual(['past', 'soon', 'late', 'also late'])
  })

  it('lets a wait be aborted', async () => {
    const clock = createManualClock()
    const stop = new AbortController()
    const wait = clock.wait(10, stop.signal)
    const reason = new Error('stopped')
    stop.abort(reason)
    await expect(wait).rejects.toBe(reason)
    expect(clock.waiting).toBe(0)
    await expect(clock.wait(10, stop.signal)).rejects.toBe(reason)
    expect(clock.waiting).toBe(0)
  })

  it('removes the listener of a finished wait from its signal', async () => {
    const clock = createManualClock()
    const stop = new AbortController()
    const wait = clock.wait(10, stop.signal)
    clock.advance(10)
    stop.abort()
    await expect(wait).resolves.toBeUndefined()
  })
})
