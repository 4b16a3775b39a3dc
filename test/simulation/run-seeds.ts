import { describeBroken, liveSeeds } from './live-seeds.ts'
import { violationKinds } from './violations.ts'

/**
 * A part of a long run, in a separate process: the seeds from the first argument up to the second, without
 * it. Ends early after the number of violations in the third.
 *
 * Writes violations to standard error when they occur, and a last line of JSON: the number of seeds, and of
 * violations of each guarantee.
 */
const [from, to, most = Infinity] = process.argv.slice(2).map(Number)
if (from === undefined || to === undefined)
  throw new Error('Pass the first seed and the seed after the last one.')

const broken = Object.fromEntries(violationKinds.map((kind) => [kind, 0]))
const step = 250
let seeds = 0
let found = 0
for (let at = from; at < to && found < most; at += step) {
  const lived = await liveSeeds(at, Math.min(at + step, to), most - found)
  seeds += lived.seeds
  found += lived.broken.length
  for (const line of describeBroken(lived)) console.error(line)
  for (const { violations } of lived.broken)
    for (const kind of new Set(violations.map((violation) => violation.kind)))
      broken[kind] = (broken[kind] ?? 0) + 1
}
console.log(JSON.stringify({ seeds, broken }))
