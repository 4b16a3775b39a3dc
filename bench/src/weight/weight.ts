import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRun } from '@amelia/core'
import { createMemoryStore } from '@amelia/core/testing'
import { createIdleHost, idleDriver } from '../idle-host.ts'
import { Missing } from '../peer/peers.ts'
import type { Absence, Benchmark, Row } from '../run/benchmark.ts'

/** The phases of the run whose memory is measured. */
const phases = 10_000

const megabytesOf = (folder: string): number => {
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
  return bytes / 1e6
}

const packagesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .reduce((sum, { name }) => sum + (name.startsWith('@') ? readdirSync(join(folder, name)).length : 1), 0)

/** Returns the CPU time of a new process in ms. A program that is loaded first measures it when it ends. */
const cpuOf = (args: readonly string[]): number => {
  const report =
    'process.on("exit",()=>{const u=process.resourceUsage();process.stderr.write("\\nCPU "+(u.userCPUTime+u.systemCPUTime)/1000)})'
  const preload = `data:text/javascript,${encodeURIComponent(report)}`
  const { stderr } = spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8' })
  return Number(stderr.split('\nCPU ').at(-1))
}

/** Runs empty phases with a journal in memory. Returns the most memory of this process in MB. */
const peakMemory = async (): Promise<number> => {
  const run = await createRun({
    plan: {
      title: 'Nothing',
      phases: Array.from({ length: phases }, (_, at) => ({ id: `p${at}`, title: `Phase ${at}` })),
    },
    driver: idleDriver,
    host: { ...createIdleHost(), store: createMemoryStore() },
    trust: 'autonomous',
    concurrency: 8,
    artefacts: 'none',
    reviewers: [],
  })
  const { status } = await run.start()
  if (status !== 'completed') throw new Error(`The run is ${status}.`)
  return process.resourceUsage().maxRSS / 1_024
}

/** The cost of installing and starting, and the memory of a large run. */
export const weight: Benchmark = {
  name: 'weight',
  title: 'Weight and start',
  axis: 'once',
  about: `Peak memory is the largest resident set of a process with a run of ${phases.toLocaleString('en')} empty phases and its journal in memory.
The packages and megabytes of the peers are those of an installation of each alone.
Start is the CPU time of a new process, as a ratio to \`node -e 0\`: the least of the rounds.`,
  async measure({ quick, peers }) {
    const rows: Row[] = []
    const absent: Absence[] = []
    const add = (series: string, subject: string, unit: string, values: number[]): void => {
      const sorted = [...values].sort((a, b) => a - b)
      const figure = { min: sorted[0]!, median: sorted[sorted.length >> 1]!, repeats: sorted.length }
      rows.push({ series, subject, size: 1, unit, ...figure })
    }
    add('peak memory', 'amelia', 'MB', [await peakMemory()])
    for (const [subject, group] of [
      ['LangGraph.js', 'langgraph'],
      ['Mastra', 'mastra'],
      ['DBOS', 'dbos'],
    ] as const) {
      const folder = peers.folder(group)
      if (folder instanceof Missing) absent.push({ subject, reason: folder.reason })
      else {
        add('installed size', subject, 'MB', [megabytesOf(join(folder, 'node_modules'))])
        add('installed packages', subject, 'packages', [packagesIn(join(folder, 'node_modules'))])
      }
    }
    const amelia = join(process.argv[3] ?? process.cwd(), 'packages/cli/bin/amelia.js')
    const starts: [string, string[]][] = [
      ['node -e 0', ['-e', '0']],
      ['amelia --help', [amelia, '--help']],
    ]
    const times = new Map<string, number[]>()
    for (let round = 0; round < (quick ? 3 : 12); round++)
      for (const [name, args] of starts) times.set(name, [...(times.get(name) ?? []), cpuOf(args)])
    for (const [name, values] of times) add('start', name, 'ms', values)
    return { rows, absent }
  },
}
