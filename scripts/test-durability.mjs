import './lib/check-node.mjs'
import { describeDurability, isSound } from './lib/describe-durability.mjs'
import { findPlantedBugs } from './lib/find-planted-bugs.mjs'
import { toolPath } from './lib/project.mjs'
import { lastLines, runNode, seconds } from './lib/run-process.mjs'
import { runSimulation } from './lib/run-simulation.mjs'
import { setUp } from './lib/set-up.mjs'
import { useFastFolder } from './lib/use-fast-folder.mjs'

/**
 * Tests the durability guarantees: simulated worlds, every crash point of small plans, states of a disk after
 * a power failure, a run on real git that dies at each git call, kills of the command line, alone or with all
 * its descendants, and whether these tests find deliberate bugs.
 *
 * The short form runs ten thousand seeds and 115 kills, `-- --long` a million and 3000. `SEEDS`,
 * `SEEDS_FROM`, `NATIVE_SEEDS`, `DISK_SEEDS`, `KILLS`, `TREE_KILLS`, `KILL_SEED` and `PLANTED_BUGS` (a part
 * of their names) override this. Each violation is printed with the command that reproduces it and counted in
 * the last line, and makes the exit code 1.
 */
const long = process.argv.includes('--long')
const given = (name, short, whole) => Number(process.env[name] ?? (long ? whole : short))
const began = performance.now()
const broken = { 'lost work': 0, 'double commit': 0, unrecoverable: 0, hang: 0 }
const tell = (text) => console.log(`${seconds(began).padStart(9)}  ${text}`)

/** Runs a test file and reads the counts that it prints. A failure counts as one violation. */
const runFile = async (file, { env, count, kind }) => {
  const { code, output } = await runNode(toolPath('vitest'), ['run', file], {
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  const found = output.match(count)?.slice(1)
  if (code !== 0) {
    broken[/comes to no end|comes not to its end|timed out/i.test(output) ? 'hang' : kind]++
    console.log(lastLines(output, 80))
    const again = Object.entries(env).map(([name, value]) => `${name}=${value} `)
    console.log(`again: ${again.join('')}npx vitest run ${file}`)
  } else if (found === undefined) throw new Error(`${file} does not say how much it has tried:\n${output}`)
  return (found ?? ['0', '0', '0']).map(Number)
}

await setUp()
useFastFolder()

const from = given('SEEDS_FROM', 0, 0)
const simulated = await runSimulation({
  from,
  seeds: given('SEEDS', 10_000, 1_000_000),
  twice: (name) => long || name === 'one phase',
  native: { seeds: given('NATIVE_SEEDS', 30, 2_000) },
})
for (const [kind, count] of Object.entries(simulated.broken)) broken[kind] += count
tell(
  `seeds ${simulated.seeds}, crash points ${simulated.right}/${simulated.points}; native git: seeds ${simulated.nativeSeeds}, crash points ${simulated.nativeRight}/${simulated.nativePoints}`,
)

const [states] = await runFile('test/simulation/disk-states.test.ts', {
  env: { DISK_SEEDS: String(given('DISK_SEEDS', 25, 3_000)) },
  count: /disk states (\d+)/,
  kind: 'lost work',
})
tell(`disk states ${states}`)

const killed = await runFile('packages/cli/test/kill-loop.test.ts', {
  env: {
    KILLS: String(given('KILLS', 15, 1_000)),
    TREE_KILLS: String(given('TREE_KILLS', 100, 2_000)),
    KILL_SEED: process.env.KILL_SEED ?? String(Date.now() % 1_000_000),
  },
  count: /SIGKILLs (\d+) \| process trees (\d+) \| locks moved aside (\d+)/,
  kind: 'unrecoverable',
})
const [kills, trees, locks] = killed
tell(`SIGKILLs ${kills}, of process trees ${trees}, locks moved aside ${locks}`)

const { planted, found } = await findPlantedBugs({ only: process.env.PLANTED_BUGS })
tell(`planted bugs ${found}/${planted}`)

const tried = { ...simulated, states, kills, trees, locks, broken, planted, found }
console.log(describeDurability(tried))
process.exitCode = isSound(tried) ? 0 : 1
