import './lib/check-node.mjs'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { countTests } from './lib/count-tests.mjs'
import { describeDurability, isSound } from './lib/describe-durability.mjs'
import { root, toolPath } from './lib/project.mjs'
import { runNode, seconds } from './lib/run-process.mjs'
import { runSimulation } from './lib/run-simulation.mjs'
import { setUp } from './lib/set-up.mjs'
import { useFastFolder } from './lib/use-fast-folder.mjs'

const selection = process.argv.slice(2)
const reportPath = join(root, '.setup/test-report.json')

/** Runs one check: prints a line if it passes, else its complete output. */
const check = async ({ title, tool, args, hint }) => {
  const since = performance.now()
  const { code, output } = await runNode(tool, args)
  console.log(`${title.padEnd(10)} ${code === 0 ? 'ok' : 'failed'}  ${seconds(since)}`)
  if (code === 0) return
  console.error(`\n${output.trimEnd()}\n\n${hint}`)
  process.exit(code === 130 ? 130 : 1)
}

/**
 * Runs the crashes during and after every call of the small plans, and a hundred simulated worlds:
 * `npm run test:durability` runs more, and more kinds.
 */
const checkDurability = async () => {
  const since = performance.now()
  const tried = await runSimulation({ seeds: 100, short: true })
  console.log(`${'durability'.padEnd(10)} ${isSound(tried) ? 'ok' : 'failed'}  ${seconds(since)}`)
  console.log(describeDurability(tried))
  return isSound(tried)
}

/** Each example with types is a separate project, because their global types differ. */
const typedExamples = () =>
  readdirSync(join(root, 'examples'))
    .map((name) => ({ title: `  ${name}`, folder: `examples/${name}` }))
    .filter(({ folder }) => existsSync(join(root, folder, 'tsconfig.json')))

const readReport = () => {
  try {
    return JSON.parse(readFileSync(reportPath, 'utf8'))
  } catch {
    // Vitest ended before it could write a report, and has printed the reason.
    return { testResults: [] }
  }
}

await setUp()
useFastFolder()

let durable = true
if (selection.length === 0) {
  await check({
    title: 'format',
    tool: toolPath('@biomejs/biome', 'biome'),
    args: ['format', '.'],
    hint: 'Run `npm run format`.',
  })
  for (const { title, folder } of [{ title: 'typecheck', folder: '.' }, ...typedExamples()])
    await check({
      title,
      // The compiler in Go takes a fourth of the time; declarations and lint need the one in JavaScript.
      tool: toolPath('typescript-native', 'tsc'),
      args: ['--noEmit', '--pretty', '--project', folder],
      hint: 'Fix the types above.',
    })
  durable = await checkDurability()
}

// Without a selection, the suites of `npm run test:runs` and those that only `test:long` has are left out.
if (selection.length === 0) process.env.TEST_SHORT = '1'
mkdirSync(dirname(reportPath), { recursive: true })
rmSync(reportPath, { force: true })
const since = performance.now()
const { code } = await runNode(
  toolPath('vitest'),
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...(selection.length === 0 ? ['--allowOnly=false'] : selection),
  ],
  { inherit: true },
)
const counts = countTests(readReport())
console.log(`${'test'.padEnd(10)} ${code === 0 ? 'ok' : 'failed'}  ${seconds(since)}`)
if (counts.skipped > 0) console.log(`${counts.skipped} did not run`)
if (code !== 0 && counts.failed === 0)
  console.log('No test failed; the reason is above: a file, or vitest itself.')
if (!durable) console.log('Durability guarantees are violated: see above.')
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = code || (durable ? 0 : 1)
