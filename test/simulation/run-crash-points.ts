import { crashPlans, moments, tryCrashPoints } from './crash-points.ts'
import { violationKinds } from './violations.ts'

/**
 * A part of a long run, in a separate process: every crash point of the plan in the first argument, in pairs
 * if the second one is `twice`, and without the crashes before a call if the third one is `short`. Without
 * arguments, prints the names of the plans.
 *
 * Writes violations to standard error, and a last line of JSON: the number of crashes, of correct ends, and
 * of violations of each guarantee.
 */
const [name, how, length] = process.argv.slice(2)
const plan = name === undefined ? undefined : crashPlans[name]
if (plan === undefined) {
  if (name !== undefined) throw new Error(`Plan "${name}" does not exist.`)
  console.log(JSON.stringify(Object.keys(crashPlans)))
} else {
  const counts = Object.fromEntries(violationKinds.map((kind) => [kind, 0]))
  const { points, broken } = await tryCrashPoints(plan, {
    twice: how === 'twice',
    most: Infinity,
    at: moments.filter((moment) => moment !== 'before' || length !== 'short'),
  })
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
