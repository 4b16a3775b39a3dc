import { drawWorld } from './draw-world.ts'
import { liveRun } from './live-run.ts'
import type { Violation } from './violations.ts'

export interface LivedSeeds {
  /** Seeds that were lived through. */
  seeds: number
  /** Those in which a promise was broken, and how. */
  broken: { seed: number; violations: Violation[] }[]
}

/** Others have their turn every so many seeds: nothing here ever waits for anything real. */
const atOnce = 25

/** Lives through the worlds of the seeds from `from` to `to`, without that one. Ends early when `most` of them are broken. */
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

/** What was broken as lines for people, each with how to see it again. */
export const describeBroken = ({ broken }: LivedSeeds): string[] =>
  broken.map(
    ({ seed, violations: [first, ...more] }) =>
      `seed ${seed}: ${first?.kind}: ${first?.what}${more.length > 0 ? ` (and ${more.length} more)` : ''} | again: SEEDS_FROM=${seed} SEEDS=1 npx vitest run test/simulation/seeds.test.ts`,
  )
