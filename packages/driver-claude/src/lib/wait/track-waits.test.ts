import { createManualClock } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { trackWaits } from './track-waits.ts'

const retry = (attempt: number, delayMs: number, status = 429) =>
  ({ kind: 'retry', attempt, status, error: 'rate_limit', delayMs }) as const

it('adds the waits since the last answer', () => {
  const clock = createManualClock()
  const waits = trackWaits(() => clock.now())
  expect(waits.announce(retry(1, 511)).sumMs).toBe(511)
  clock.advance(511)
  expect(waits.announce(retry(2, 1_056)).sumMs).toBe(1_567)
  waits.answered()
  expect(waits.announce(retry(1, 600)).sumMs).toBe(600)
})

it('counts a wait that is announced again only once', () => {
  const clock = createManualClock()
  const waits = trackWaits(() => clock.now())
  expect(waits.announce(retry(1, 80_000))).toEqual({ again: false, sumMs: 80_000, asked: true })
  clock.advance(30_000)
  expect(waits.announce(retry(1, 50_000))).toEqual({ again: true, sumMs: 80_000, asked: true })
  clock.advance(50_000)
  // The same number again, but after the wait: the agent counts some failures separately.
  expect(waits.announce(retry(1, 9_000))).toMatchObject({ again: false, sumMs: 89_000 })
})

it('distinguishes waits that the server asked for from the guesses of the agent', () => {
  const clock = createManualClock()
  const waits = trackWaits(() => clock.now())
  const asked: boolean[] = []
  // As measured: 0.5 s, doubled with each refusal, plus up to a quarter.
  for (const [index, delay] of [511, 1_056, 2_366, 4_765, 9_511, 17_379].entries()) {
    asked.push(waits.announce(retry(index + 1, delay)).asked)
    clock.advance(delay)
  }
  expect(asked).toEqual([false, false, false, false, false, false])
  waits.answered()
  expect(waits.announce(retry(1, 2_000)).asked).toBe(true)
  waits.answered()
  expect(waits.announce(retry(1, 86_799)).asked).toBe(true)
})
