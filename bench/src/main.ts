import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { gates } from './gate/gates.ts'
import { writePage } from './page/write-page.ts'
import { readPeers } from './peer/peers.ts'
import { benchmarks } from './run/benchmarks.ts'
import { describeMachine } from './run/describe-machine.ts'
import { printResult } from './run/print-result.ts'
import { readResults } from './run/read-results.ts'
import { writeResult } from './run/write-result.ts'

/**
 * Runs one benchmark: `main.js NAME FOLDER [--quick] [--gates]`, with the project's folder. Without a name,
 * it prints all names. The npm script runs each benchmark in its own process.
 */
const [name, folder = process.cwd(), ...flags] = process.argv.slice(2)
const isQuick = flags.includes('--quick')
const benchmark = benchmarks.find((one) => one.name === name)

/** Writes the page and its images from the newest results. */
const savePage = (): void => {
  const newest = (one: string) => readResults(join(folder, 'bench/results'), one).at(-1)
  for (const [path, text] of writePage(benchmarks, newest, gates)) {
    const file = join(folder, 'docs', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

if (name === undefined) console.log(benchmarks.map((one) => one.name).join('\n'))
else if (name === 'page') savePage()
else if (benchmark === undefined) throw new Error(`No benchmark is called "${name}".`)
else {
  console.log(`\n${benchmark.title}\n`)
  const peers = readPeers(join(folder, '.setup/bench-peers'))
  const figures = await benchmark.measure({ quick: isQuick, peers })
  const own = gates.filter((gate) => gate.benchmark === name)
  const failing = printResult(figures, isQuick ? [] : own)
  if (!isQuick) {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()
    const changed = git('status', '--porcelain', '--', 'packages', 'bench/src') !== ''
    const commit = `${git('rev-parse', '--short=12', 'HEAD')}${changed ? '+' : ''}`
    const machine = describeMachine()
    const at = new Date().toISOString()
    writeResult(join(folder, 'bench/results'), { benchmark: name, at, commit, machine, ...figures })
    savePage()
  }
  if (flags.includes('--gates') && failing > 0) process.exitCode = 1
}
