import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePrograms } from './bundle-programs.mjs'
import { runNode } from './run-process.mjs'

/** The parts of the simulation that run in processes of their own. */
export const simulationPrograms = {
  'run-seeds': 'test/simulation/run-seeds.ts',
  'run-crash-points': 'test/simulation/run-crash-points.ts',
}

/** Few runs live long, and all make much that does not: a larger room for what is young spares a tenth of the time. */
const youngSpace = '--max-semi-space-size=64'

/** Runs one of them. Gives what its last line says, after telling the others. */
const runPart = async (folder, program, args) => {
  const { code, output } = await runNode(youngSpace, [join(folder, `${program}.mjs`), ...args.map(String)])
  if (code === 130) process.exit(130)
  const lines = output.trim().split('\n')
  const last = lines.pop()
  for (const line of lines) console.log(line)
  try {
    return JSON.parse(last)
  } catch {
    throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output.slice(-3000)}`)
  }
}

/** Crash points first, since some plans have many, then seeds in parts that let the cores end at about the same time. */
const partsOf = async (folder, { from, seeds, twice }) => {
  const plans = await runPart(folder, 'run-crash-points', [])
  const size = Math.max(500, Math.min(20_000, Math.ceil(seeds / 8)))
  const parts = plans.map((name) => ['run-crash-points', [name, twice(name) ? 'twice' : 'once']])
  for (let at = 0; at < seeds; at += size)
    parts.push(['run-seeds', [from + at, from + Math.min(seeds, at + size)]])
  return parts
}

/**
 * Lives through `seeds` simulated worlds from the seed `from`, and through every crash point of the small plans; `twice` says of which plans
 * the recovery dies too. One process for each core.
 *
 * Gives how much was tried, and how much of it broke each promise.
 */
export const runSimulation = async ({ from = 0, seeds, twice = () => false }) => {
  const total = { seeds: 0, points: 0, right: 0, broken: {} }
  const folder = mkdtempSync(join(tmpdir(), 'amelia-simulation-'))
  try {
    await bundlePrograms(simulationPrograms, folder)
    const parts = (await partsOf(folder, { from, seeds, twice })).values()
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
