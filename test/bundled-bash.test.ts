import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createContext, Script } from 'node:vm'
import type { CommandRunnerV1 } from '@amelia/core'
import { createSessionRequest, memoryHost } from '@amelia/core/testing'
import { build, type Options } from 'tsup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import config from '../tsup.config.ts'

const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'amelia-bash-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** The part of the bundler that the tests use. */
interface Bundler {
  build(options: object): Promise<{ outputFiles: { text: string }[] }>
}
const bundler = createRequire(join(root, 'packages/store-key-value/package.json'))('esbuild') as Bundler

interface Manifest {
  dependencies?: object
  files: string[]
}

describe('the build of commands-bash', () => {
  beforeAll(async () => {
    const options = (
      await (config as (options: Options) => Options[] | Promise<Options[]>)({ dts: false })
    ).find(({ name }) => name === 'commands-bash')
    expect(options).toBeDefined()
    // Core is part of this build, because core itself was not built.
    await build({
      ...options,
      config: false,
      outDir: scratch,
      noExternal: [...(options?.noExternal ?? []), /^@amelia\/core/],
      esbuildOptions(esbuild) {
        esbuild.conditions = ['amelia-source']
      },
    })
  })

  it('contains the bash, and installs nothing else', () => {
    const { dependencies, files } = JSON.parse(
      readFileSync(join(root, 'packages/commands-bash/package.json'), 'utf8'),
    ) as Manifest
    expect(dependencies).toBeUndefined()
    expect(files).toContain('THIRD-PARTY-LICENSES.txt')
    const built = readdirSync(scratch)
    const imports = built.flatMap((name) => {
      const text = readFileSync(join(scratch, name), 'utf8')
      const found = text.matchAll(/(?:\bfrom|\bimport\()\s*"([^"./,][^"]*)"/g)
      return Array.from(found, ([, module]) => module!)
    })
    expect([...new Set(imports)].filter((name) => /^[@\w][\w:/@.-]*$/.test(name))).toEqual(['node:zlib'])
    const bytes = built.reduce((sum, name) => sum + statSync(join(scratch, name)).size, 0)
    expect(bytes).toBeLessThan(1_600_000)
  })

  it('runs commands in Node, without the packages that it was built from', async () => {
    const { bashRunner } = (await import(pathToFileURL(join(scratch, 'index.js')).href)) as {
      bashRunner(): CommandRunnerV1
    }
    const { git } = memoryHost({ files: { 'words.txt': 'two\none\n' } })
    const workspace = await git.openWorkspace({ runId: 'r1', base: (await git.inspect()).head ?? '' })
    const { tools } = createSessionRequest({ workspace, commands: bashRunner() })
    const argv = ['sh', '-c', 'sort words.txt | tee sorted.txt; yes | head -1; node -v']
    const { text } = await tools.call('run', { argv })
    expect(text).toMatch(/\none\ntwo\n/)
    expect(new TextDecoder().decode(await workspace.fs.readFile('/sorted.txt'))).toBe('one\ntwo\n')
  })

  it('runs commands in a page or a Worker, which have nothing of Node', async () => {
    const { outputFiles } = await bundler.build({
      entryPoints: [join(scratch, 'index.js')],
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'bash',
      alias: { 'node:zlib': join(root, 'examples/anywhere/no-zlib.js') },
    })
    const { AbortController, AbortSignal, TextDecoder, TextEncoder, URL, URLSearchParams } = globalThis
    const { clearInterval, clearTimeout, crypto, DOMException, performance } = globalThis
    const { queueMicrotask, setInterval, setTimeout } = globalThis
    const page = createContext({
      ...{ AbortController, AbortSignal, TextDecoder, TextEncoder, URL, URLSearchParams, DOMException },
      ...{ clearInterval, clearTimeout, crypto, performance, queueMicrotask, setInterval, setTimeout },
    })
    new Script(outputFiles[0]?.text ?? '').runInContext(page)
    const { git } = memoryHost({ files: { 'words.txt': 'two\none\n' } })
    const workspace = await git.openWorkspace({ runId: 'r1', base: (await git.inspect()).head ?? '' })
    const commands = new Script('bash.bashRunner()').runInContext(page) as CommandRunnerV1
    const { signal } = new AbortController()
    const argv = ['sh', '-c', 'sort words.txt | grep -n o']
    expect(await commands.run({ argv, workspace, signal })).toMatchObject({
      exitCode: 0,
      output: '1:one\n2:two\n',
    })
  })
})

it('THIRD-PARTY-LICENSES.txt names each package that the bash is built from, with its version', () => {
  const folder = join(root, 'packages/commands-bash')
  const text = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  const { version, dependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules/just-bash/package.json'), 'utf8'),
  ) as { version: string; dependencies: object }
  expect(text).toContain(`\njust-bash ${version}: Apache-2.0\n`)
  /** Packages that the bash for pages does without. */
  const left = ['quickjs-emscripten', 'seek-bzip', 'sql.js', 'undici']
  for (const name of Object.keys(dependencies))
    expect([name, text.includes(`\n${name} `)]).toEqual([name, !left.includes(name)])
})
