import { expect } from 'vitest'

/** Seconds of the processor's time, the best of some tries: a machine that has other work to do changes little about it. */
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
 * Expects that sixteen times as much takes nowhere near 256 times as long, as it would with a square: memory alone makes it more than sixteen. The smaller of the two takes at least
 * a millisecond for this, so that what is counted is the work and not the clock.
 */
export const growsLinearly = (size: number, run: (size: number) => void): void => {
  const small = Math.round(size / 16)
  run(small)
  const ratio =
    cost(() => run(size), 2) /
    Math.max(
      0.001,
      cost(() => run(small), 3),
    )
  expect(ratio).toBeLessThan(160)
}
