import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './project.mjs'
import { runNode } from './run-process.mjs'

/** Runs a part of the simulation in a process of its own, from source. Gives what its last line says. */
const runPart = async (script, args) => {
  const { code, output } = await runNode('--import', [
    'tsx',
    '--conditions=amelia-source',
    join(root, 'test/simulation', script),
    ...args.map(String),
  ])
  const lines = output.trim().split('\n')
  const last = lines.pop()
  for (const line of lines) console.log(line)
  try {
    return JSON.parse(last)
  } catch {
    throw new Error(`${script} ${args.join(' ')} ended with ${code}:\n${output.slice(-3000)}`)
  }
}

/** The parts of a run over seeds and crash points, largest first, so that the cores end at about the same time. */
const partsOf = async ({ from, seeds, twice }) => {
  const plans = await runPart('run-crash-points.ts', [])
  const size = Math.max(500, Math.min(20_000, Math.ceil(seeds / 16)))
  const parts = plans.map((name) => ['run-crash-points.ts', [name, twice(name) ? 'twice' : 'once']])
  for (let at = 0; at < seeds; at += size)
    parts.push(['run-seeds.ts', [from + at, from + Math.min(seeds, at + size)]])
  return parts
}

/**
 * Lives through `seeds` simulated worlds from the seed `from`, and through every crash point of the small plans; `twice` says of which plans
 * the recovery dies too. One process for each core.
 *
 * Gives how much was tried, and how much of it broke each promise.
 */
export const runSimulation = async ({ from, seeds, twice, say = () => {} }) => {
  const total = { seeds: 0, points: 0, right: 0, broken: {} }
  const parts = (await partsOf({ from, seeds, twice })).values()
  const work = async () => {
    for (const [script, args] of parts) {
      const { broken, ...counts } = await runPart(script, args)
      for (const [name, count] of Object.entries(counts)) total[name] += count
      for (const [kind, count] of Object.entries(broken))
        total.broken[kind] = (total.broken[kind] ?? 0) + count
      say(total)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return total
}
