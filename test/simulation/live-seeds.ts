import { drawWorld } from './draw-world.ts'
import { liveRun } from './live-run.ts'
import type { Violation } from './violations.ts'

export interface LivedSeeds {
  /** Number of seeds that were run. */
  seeds: number
  /** Seeds with violations. */
  broken: { seed: number; violations: Violation[] }[]
}

/** Number of seeds after which other tasks get a turn, because nothing here waits for real time. */
const atOnce = 25

/**
 * Runs the worlds of the seeds from `from` up to `to`, without `to`. Ends early when `most` of them have
 * violations.
 */
export const liveSeeds = async (from: number, to: number, most = 10): Promise<LivedSeeds> => {
  const broken: LivedSeeds['broken'] = []
  let seeds = 0
  for (let seed = from; seed < to && broken.length < most; seed++) {
    const { violations } = await liveRun(drawWorld(seed))
    seeds++
    if (violations.length > 0) broken.push({ seed, violations })
    if (seeds % atOnce === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { seeds, broken }
}

/** Describes violations in lines, each with the command that reproduces it. */
export const describeBroken = ({ broken }: LivedSeeds): string[] =>
  broken.map(
    ({ seed, violations: [first, ...more] }) =>
      `seed ${seed}: ${first?.kind}: ${first?.what}${more.length > 0 ? ` (and ${more.length} more)` : ''} | again: SEEDS_FROM=${seed} SEEDS=1 npx vitest run test/simulation/seeds.test.ts`,
  )
