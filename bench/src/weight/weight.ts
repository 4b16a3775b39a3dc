import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Missing } from '../peer/peers.ts'
import type { Absence, Benchmark, Row } from '../run/benchmark.ts'
import { cpuOf } from './cpu-of.ts'
import { withCommands } from './with-commands.ts'

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

/** Returns the size in kB, with brotli, of what a page loads first from the installed package. */
const entrySize = async (installed: string, root: string): Promise<number> => {
  const path = createRequire(join(root, 'packages/git-isomorphic/package.json')).resolve('esbuild')
  const { build } = (await import(path)) as Bundler
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export * from '@amelia/core'", resolveDir: installed },
    ...{ absWorkingDir: installed, outdir: 'bundle', write: false, metafile: true, logLevel: 'error' },
    ...{ bundle: true, splitting: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022' },
  })
  const load = (file: string, loaded = new Set<string>()): Set<string> => {
    if (loaded.has(file)) return loaded
    loaded.add(file)
    for (const { path: next, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') load(next, loaded)
    return loaded
  }
  const first = load(Object.keys(metafile.outputs).find((file) => metafile.outputs[file]!.entryPoint)!)
  const sizes = outputFiles
    .filter(({ path: file }) => first.has(file.slice(installed.length + 1)))
    .map(({ contents }) => brotliCompressSync(contents).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000
}

/** The part of esbuild that is used. */
interface Bundler {
  build(options: object): Promise<{
    outputFiles: { path: string; contents: Uint8Array }[]
    metafile: {
      outputs: Record<string, { entryPoint?: string; imports: { path: string; kind: string }[] }>
    }
  }>
}

/** Returns the most memory of processes that do nothing but the run, in MB. */
const peaks = (program: string, count: number): number[] =>
  Array.from({ length: count }, () => Number(execFileSync(process.execPath, [program], { encoding: 'utf8' })))

/** The cost of installing and starting, and the memory of a large run. */
export const weight: Benchmark = {
  name: 'weight',
  title: 'Weight and start',
  axis: 'once',
  about: `Peak memory is the largest resident set of a process with a run of 10,000 empty phases and its journal in memory.
The packages and megabytes are those of an installation of each alone; Amelia's are packed and installed from the checkout.
The entry is what a page loads before its first run, minified, with brotli.
Import and start are the CPU time of a new process, to be compared with \`node -e 0\`: the least of the rounds, in which all take turns.
\`check\` reads a plan of 50 kB; its lists are one of 50 kB whose work is in lists.`,
  async measure({ quick, peers }) {
    const rows: Row[] = []
    const absent: Absence[] = []
    const add = (series: string, subject: string, unit: string, values: number[]): void => {
      const sorted = [...values].sort((a, b) => a - b)
      const figure = { min: sorted[0]!, median: sorted[sorted.length >> 1]!, repeats: sorted.length }
      rows.push({ series, subject, size: 1, unit, ...figure })
    }
    const root = process.argv[3] ?? process.cwd()
    add(
      'peak memory',
      'amelia',
      'MB',
      peaks(join(dirname(process.argv[1]!), 'peak-memory.js'), quick ? 1 : 5),
    )
    for (const [subject, group] of [
      ['@amelia/core', '@amelia/core'],
      ['amelia', 'amelia'],
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
    const core = peers.folder('@amelia/core')
    if (!(core instanceof Missing)) {
      add('entry', '@amelia/core', 'kB', [await entrySize(core, root)])
      add('own size', '@amelia/core', 'MB', [megabytesOf(join(core, 'node_modules/@amelia/core'))])
    }
    withCommands(root, (commands) => {
      const all = [...commands]
      for (const [subject, group, name] of [
        ['import of @amelia/core', '@amelia/core', '@amelia/core'],
        ['import of LangGraph.js', 'langgraph', '@langchain/langgraph'],
        ['import of Mastra', 'mastra', '@mastra/core/workflows'],
      ] as const) {
        const folder = peers.folder(group)
        if (!(folder instanceof Missing))
          all.push([subject, ['--input-type=module', '--eval', `await import('${name}')`], folder])
      }
      const times = new Map<string, number[]>()
      for (let round = 0; round < (quick ? 3 : 12); round++)
        for (const [name, args, cwd] of all) times.set(name, [...(times.get(name) ?? []), cpuOf(args, cwd)])
      for (const [name, values] of times) add('start', name, 'ms', values)
    })
    return { rows, absent }
  },
}
