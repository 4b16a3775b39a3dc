import { crashPlans, tryCrashPoints } from './crash-points.ts'
import { violationKinds } from './violations.ts'

/**
 * A part of a long run, in a separate process: every crash point of the plan that the first argument names, in pairs where the second one is
 * `twice`. Without arguments it writes the names of the plans.
 *
 * Writes what is broken to standard error, and at the end a line of JSON: how many deaths were tried, how many of them came to the right
 * end, and how many broke each promise.
 */
const [name, how] = process.argv.slice(2)
const plan = name === undefined ? undefined : crashPlans[name]
if (plan === undefined) {
  if (name !== undefined) throw new Error(`Plan "${name}" does not exist.`)
  console.log(JSON.stringify(Object.keys(crashPlans)))
} else {
  const counts = Object.fromEntries(violationKinds.map((kind) => [kind, 0]))
  const { points, broken } = await tryCrashPoints(plan, { twice: how === 'twice', most: Infinity })
  for (const { deaths, violations } of broken) {
    const [first] = violations
    console.error(
      `crash point of "${name}", deaths ${JSON.stringify(deaths)}: ${first?.kind}: ${first?.what} | again: CRASH_TWICE=${how === 'twice' ? 1 : 0} npx vitest run test/simulation/crash-points.test.ts -t '${name}'`,
    )
    for (const kind of new Set(violations.map((violation) => violation.kind)))
      counts[kind] = (counts[kind] ?? 0) + 1
  }
  console.log(JSON.stringify({ points, right: points - broken.length, broken: counts }))
}
