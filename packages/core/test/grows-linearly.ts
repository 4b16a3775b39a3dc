import { expect } from 'vitest'

/** Returns the least CPU time of several tries, in seconds. Other load on the machine changes it little. */
const cost = (run: () => void, tries: number): number => {
  let best = Infinity
  for (let left = tries; left > 0; left--) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1_000_000)
  }
  return best
}

/**
 * Expects roughly linear growth: 16 times the size must take less than 160 times as long. A square would take
 * 256 times as long; memory effects alone exceed 16. The smaller run counts as at least 1 ms, to measure work
 * and not the clock.
 *
 * A collection of garbage can fall into one measurement, so the least of up to three counts.
 */
export const growsLinearly = (size: number, run: (size: number) => void): void => {
  const small = Math.round(size / 16)
  run(small)
  const measure = (): number =>
    cost(() => run(size), 2) /
    Math.max(
      0.001,
      cost(() => run(small), 3),
    )
  let ratio = measure()
  for (let left = 2; ratio >= most && left > 0; left--) ratio = Math.min(ratio, measure())
  expect(ratio).toBeLessThan(most)
}

/** Most times as long for 16 times the size. */
const most = 160
