import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePrograms } from './bundle-programs.mjs'
import { runNode } from './run-process.mjs'

/** The parts of the simulation that run in separate processes. */
export const simulationPrograms = {
  'run-seeds': 'test/simulation/run-seeds.ts',
  'run-crash-points': 'test/simulation/run-crash-points.ts',
}

/** The part that runs on real git, and the package that each of its simulated processes loads. */
export const nativePrograms = {
  'run-native': 'test/simulation/native/run-native.ts',
  'native-package': 'test/simulation/native/native-package.ts',
}

/** The plans in which a process dies at each git call. */
const nativePlans = ['one phase', 'one commit at the end']

/** Most objects are short-lived, so a larger young generation saves a tenth of the time. */
const youngSpace = '--max-semi-space-size=64'

/** Runs one of them, and prints all lines except the last one. Returns the content of the last line. */
const runPart = async (folder, program, args) => {
  const { code, output } = await runNode(youngSpace, [join(folder, `${program}.mjs`), ...args.map(String)])
  if (code === 130) process.exit(130)
  const lines = output.trim().split('\n')
  const last = lines.pop()
  for (const line of lines) console.log(line)
  if (lines.length > 0 && program === 'run-native')
    console.log(`again: NATIVE='${JSON.stringify(args.map(String))}' npx vitest run test/simulation/native`)
  try {
    return JSON.parse(last)
  } catch {
    throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output.slice(-3000)}`)
  }
}

/** Every git call of the small plans, in four parts each, and seeds in parts of five. */
const nativeParts = (from, { seeds }) => {
  const parts = nativePlans.flatMap((name) =>
    [1, 2, 3, 4].map((first) => ['run-native', ['crash', name, first, 4]]),
  )
  for (let at = 0; at < seeds; at += 5)
    parts.push(['run-native', ['seeds', from + at, from + Math.min(seeds, at + 5)]])
  return parts
}

/**
 * Crash points first, because some plans have many, then seeds in parts that keep all cores busy to the end.
 */
const partsOf = async (folder, { from, seeds, twice, native, short }) => {
  const plans = await runPart(folder, 'run-crash-points', [])
  const size = Math.max(500, Math.min(20_000, Math.ceil(seeds / 8)))
  const parts = plans.map((name) => [
    'run-crash-points',
    [name, twice(name) ? 'twice' : 'once', short ? 'short' : 'whole'],
  ])
  if (native) parts.unshift(...nativeParts(from, native))
  for (let at = 0; at < seeds; at += size)
    parts.push(['run-seeds', [from + at, from + Math.min(seeds, at + size)]])
  return parts
}

/**
 * Runs `seeds` simulated worlds from the seed `from`, and every crash point of the small plans. `twice`
 * selects the plans in which the recovery crashes, too. `native.seeds` worlds also run on real git, as do
 * crashes at every git call of small plans. With `short`, no process crashes before a call: that leaves
 * almost always the same behind as a crash after the call before it. Uses one process per core.
 *
 * Returns the number of attempts and of violations of each guarantee.
 */
export const runSimulation = async ({ from = 0, seeds, twice = () => false, native, short = false }) => {
  const total = { seeds: 0, points: 0, right: 0, broken: {} }
  if (native) Object.assign(total, { nativePoints: 0, nativeRight: 0, nativeSeeds: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'amelia-simulation-'))
  try {
    await bundlePrograms(native ? { ...simulationPrograms, ...nativePrograms } : simulationPrograms, folder)
    const parts = (await partsOf(folder, { from, seeds, twice, native, short })).values()
    const work = async () => {
      for (const [program, args] of parts) {
        const { broken, ...counts } = await runPart(folder, program, args)
        for (const [name, count] of Object.entries(counts)) total[name] += count
        for (const [kind, count] of Object.entries(broken))
          total.broken[kind] = (total.broken[kind] ?? 0) + count
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, work))
    return total
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
