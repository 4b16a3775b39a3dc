import { crashPlans } from '../crash-points.ts'
import { drawWorld } from '../draw-world.ts'
import { violationKinds, type Violation } from '../violations.ts'
import { liveNatively, tryNativeCrashPoints } from './live-natively.ts'
import type { NativePackage } from './native-place.ts'

/**
 * Part of the simulation on real git and a real disk, run as its own process.
 *
 * `crash PLAN FROM STEP MOST` dies before and after each STEP-th git call of the plan, beginning with call
 * FROM. `seeds FROM TO MOST` runs the worlds of these seeds, TO excluded. Either ends early once MOST points
 * or seeds are broken.
 *
 * Writes each broken one to standard error, and a last line of JSON: the number tried, and the number that
 * broke each promise.
 */
const [what, ...given] = process.argv.slice(2)
let loaded = 0
const load = (): Promise<NativePackage> =>
  import(
    `${new URL('./native-package.mjs', import.meta.url).href}?process=${++loaded}`
  ) as Promise<NativePackage>
const counts = Object.fromEntries(violationKinds.map((kind) => [kind, 0]))
let found = 0
const tell = (where: string, violations: readonly Violation[]): void => {
  const [first, ...more] = violations
  found++
  console.error(
    `${where}: ${first?.kind}: ${first?.what}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
  )
  for (const kind of new Set(violations.map((violation) => violation.kind)))
    counts[kind] = (counts[kind] ?? 0) + 1
}

if (what === 'crash') {
  const [name = '', from, step, most = Infinity] = given
  const plan = crashPlans[name]
  if (!plan)
    throw new Error(`Crash plan "${name}" does not exist. Plans: ${Object.keys(crashPlans).join(', ')}.`)
  const part = { from: Number(from), step: Number(step), most: Number(most) }
  const { points, broken } = await tryNativeCrashPoints(load, plan, part)
  for (const { death, violations } of broken)
    tell(
      `native crash point of "${name}", ${death ? `${death.when} git call ${death.call}` : 'no death'}`,
      violations,
    )
  console.log(JSON.stringify({ nativePoints: points, nativeRight: points - broken.length, broken: counts }))
} else if (what === 'seeds') {
  const [from = 0, to = 0, most = Infinity] = given.map(Number)
  let nativeSeeds = 0
  for (let seed = from; seed < to && found < most; seed++) {
    const violations = await liveNatively(
      load,
      { ...drawWorld(seed), disk: false },
      (lived) => lived.violations,
    )
    nativeSeeds++
    if (violations.length > 0) tell(`native seed ${seed}`, violations)
  }
  console.log(JSON.stringify({ nativeSeeds, broken: counts }))
} else throw new Error('Give `crash` or `seeds`.')
