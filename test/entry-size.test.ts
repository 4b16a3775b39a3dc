import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const entry = 'packages/core/src/index.ts'
const late = 'packages/core/src/lib/run/start/engine.ts'
const matcher = '/re2js/'

/** The part of the bundler that the tests use. */
interface Bundler {
  build(options: object): Promise<{
    outputFiles: { path: string; contents: Uint8Array }[]
    metafile: { outputs: Record<string, Output> }
  }>
}

interface Output {
  entryPoint?: string
  inputs: Record<string, unknown>
  imports: { path: string; kind: string }[]
}

interface Bundle {
  outputs: Record<string, Output>
  /** Size per file in bytes, compressed with brotli like a server does. */
  sizes: Map<string, number>
}

/** Bundles the entry and its dependencies for a page: lazily loaded code is in separate files. */
const bundleEntry = async (): Promise<Bundle> => {
  const esbuild = createRequire(join(root, 'packages/store-key-value/package.json')).resolve('esbuild')
  const { build } = (await import(esbuild)) as Bundler
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: 'bundle',
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['amelia-source'],
    logLevel: 'error',
  })
  const sizes = outputFiles.map(({ path, contents }) => [path, brotliCompressSync(contents).length] as const)
  return { outputs: metafile.outputs, sizes: new Map(sizes) }
}

/** Returns a file of the bundle with all files that it imports statically. */
const withImports = ({ outputs }: Bundle, isWanted: (source: string) => boolean): Set<string> => {
  const loaded = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { path: next, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') load(next)
  }
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (entryPoint !== undefined && isWanted(entryPoint)) load(path)
  if (loaded.size === 0) throw new Error('The bundle has no such file.')
  return loaded
}

/** Returns the limit that a page of the documentation states for a part, in kB. */
const limitOf = (part: string): number => {
  const page = readFileSync(join(root, 'docs/use/anywhere.md'), 'utf8')
  const row = page.split('\n').find((line) => line.startsWith(`| ${part}`))
  return Number(/\| ([\d.]+) kB \|$/.exec(row ?? '')?.[1] ?? Number.NaN)
}

/** Returns kB, which are 1,000 bytes for page sizes. */
const kilobytes = ({ sizes }: Bundle, paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + (sizes.get(join(root, path)) ?? Number.NaN), 0) / 1_000

describe('the code that a page loads from core, with brotli', () => {
  let bundle: Bundle
  let first: Set<string>
  beforeAll(async () => {
    bundle = await bundleEntry()
    first = withImports(bundle, (source) => source === entry)
  })

  const later = (isWanted: (source: string) => boolean): string[] =>
    [...withImports(bundle, isWanted)].filter((path) => !first.has(path))

  // 41 kB before words of a shell and phases that only make a commit;
  // 40 kB before limits of several runs; 39 kB before ids kept their spelling; 40 kB before tests were
  // linked to what makes them pass, across a plan; 38 kB before plans made in code and the arguments of
  // functions that take a plan were checked.
  it('is within the limit before the first run', () => {
    expect(kilobytes(bundle, first)).toBeLessThanOrEqual(limitOf('with the page'))
  })

  // 158 kB before the rules of stores had one place;
  // 98 kB before checked results of plugins, warnings, texts for agents, tools of sessions, labels and forks;
  // 112 kB before the guidance for architects and checked file systems of workspaces; 115 kB before the views
  // and details of runs; 118 kB before workers; 121 kB before they kept what
  // they have read of a run; 122 kB before kept verdicts of reviewers and reverts beside commits of others;
  // 124 kB before red and green by default; 135 kB before commits and reports described the work;
  // 144 kB before it contained the suggestions after a failed command; 150 kB before views contained what the
  // sessions do; 152 kB before answers for some phases of a gate; 153 kB before statements about commits;
  // 157 kB before events of plugins.
  it('is within the limit for a run', () => {
    expect(
      kilobytes(
        bundle,
        later((source) => source === late),
      ),
    ).toBeLessThanOrEqual(limitOf('when a run is created'))
  })

  it('is within the limit for a plan with patterns', () => {
    expect(
      kilobytes(
        bundle,
        later((source) => source.includes(matcher)),
      ),
    ).toBeLessThanOrEqual(limitOf('for a plan with output patterns'))
  })

  it('consists of these three parts', () => {
    const all = [
      ...first,
      ...later((source) => source === late),
      ...later((source) => source.includes(matcher)),
    ]
    expect(new Set(all)).toEqual(new Set(Object.keys(bundle.outputs)))
  })

  it('contains no engine before the first run', () => {
    const sources = [...first].flatMap((path) => Object.keys(bundle.outputs[path]?.inputs ?? {}))
    expect(sources).toContain(entry)
    expect(sources.filter((path) => /\/lib\/machine\/|\/make-run\.ts$/.test(path))).toEqual([])
  })
})
