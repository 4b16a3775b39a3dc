import { execFileSync } from 'node:child_process'
import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRepository } from '@amelia/git-isomorphic'
import { nodeHost } from '@amelia/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginning, type Outcome, runAnywhere } from '../examples/anywhere/run-anywhere.ts'
import { runInMemory } from '../examples/anywhere/run-in-memory.ts'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/anywhere')
const plan = readFileSync(join(example, 'plan.md'), 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'amelia-anywhere-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Chromium, as `npm run test:anywhere` finds it, or in the place of Debian's package. */
const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Tools that package tests already install. */
const toolOf = (folder: string, name: string): string =>
  createRequire(join(root, 'packages', folder, 'package.json')).resolve(name)

/** Bundles a program into one file, as for a page or a Worker: it must not use Node. */
const bundle = async (name: string, code: string): Promise<string> => {
  const entry = join(scratch, `${name}.ts`)
  writeFileSync(entry, code)
  const { build } = (await import(toolOf('store-key-value', 'esbuild'))) as Bundler
  const outfile = join(scratch, `${name}.mjs`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['amelia-source'],
    inject: [join(example, 'provide-buffer.js')],
    alias: { buffer: toolOf('browser', 'buffer/'), 'node:zlib': join(example, 'no-zlib.js') },
    // Code outside the project must also find its packages.
    nodePaths: [join(root, 'node_modules')],
    logLevel: 'error',
  })
  return outfile
}

interface Bundler {
  build(options: Record<string, unknown>): Promise<unknown>
}

interface Starter {
  startWorkerd(file: string): Promise<{ url: string; end(): Promise<void> }>
}

/** The part of playwright-core used here. */
interface Playwright {
  default: {
    chromium: {
      launch(options: { executablePath: string; args: string[] }): Promise<{
        newPage(): Promise<{
          addScriptTag(options: { path: string; type: string }): Promise<unknown>
          waitForFunction(expression: string): Promise<unknown>
          evaluate(expression: string): Promise<unknown>
        }>
        close(): Promise<void>
      }>
    }
  }
}

const runInMemoryFile = JSON.stringify(join(example, 'run-in-memory.ts'))
const starter = join(root, 'examples/edge-worker/start-workerd.mjs')
const planText = JSON.stringify(plan)

/**
 * `npm run test:anywhere` installs them. Deno passes the environment to a program only on request; files,
 * network and processes are denied here.
 */
const runtimes = (
  [
    ['Bun', process.env['AMELIA_BUN'], []],
    ['Deno', process.env['AMELIA_DENO'], ['run', '--no-prompt', '--no-config', '--allow-env']],
  ] as const
).flatMap(([name, program, args]) => (program === undefined ? [] : [[name, program, args] as const]))

describe('one plan produces the same commits', () => {
  let native: Outcome

  beforeAll(async () => {
    const repo = join(scratch, 'native')
    mkdirSync(repo)
    await createRepository({ fs, dir: repo, ...beginning })
    execFileSync('git', ['-C', repo, 'reset', '--hard', '--quiet'])
    native = await runAnywhere(plan, nodeHost({ repo, slots: join(scratch, 'slots') }))
  })

  it('in Node, with native git', () => {
    expect(native.status).toBe('completed')
    const names = Object.keys(native.refs)
    const phases = names.filter((name) => /^refs\/amelia\/[^/]+\/phase\//.test(name))
    expect(phases.map((name) => name.split('/').at(-1))).toEqual(['1', '2A', '2B', '3'])
    const branch = names.find((name) => name.startsWith('refs/heads/amelia/')) ?? ''
    const stars = execFileSync('git', ['-C', join(scratch, 'native'), 'show', `${branch}:guide/stars.txt`])
    expect(String(stars)).toBe('Aldebaran\nAltair\nCapella\nDeneb\nSirius\nVega\n')
  })

  it('in Node, with git in memory', async () => {
    expect(await runInMemory(plan)).toEqual(native)
  })

  it.each(runtimes)('in %s', async (name, program, args) => {
    const file = await bundle(
      name,
      `import { runInMemory } from ${runInMemoryFile}
       console.log(JSON.stringify(await runInMemory(${planText})))`,
    )
    const home = { HOME: scratch, DENO_DIR: join(scratch, 'deno'), DENO_NO_UPDATE_CHECK: '1' }
    const said = execFileSync(program, [...args, file], { env: { PATH: process.env['PATH'], ...home } })
    expect(JSON.parse(String(said))).toEqual(native)
  })

  it('in workerd', async () => {
    const file = await bundle(
      'worker',
      `import { runInMemory } from ${runInMemoryFile}
       export default { fetch: async () => Response.json(await runInMemory(${planText})) }`,
    )
    const { startWorkerd } = (await import(starter)) as Starter
    const { url, end } = await startWorkerd(file)
    try {
      expect(await (await fetch(url)).json()).toEqual(native)
    } finally {
      await end()
    }
  })

  it.skipIf(!existsSync(chromium))('in Chromium', async () => {
    const file = await bundle(
      'page',
      `import { runInMemory } from ${runInMemoryFile}
       globalThis.runPlan = () => runInMemory(${planText})`,
    )
    const { default: playwright } = (await import(toolOf('browser', 'playwright-core'))) as Playwright
    const browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      await page.addScriptTag({ path: file, type: 'module' })
      await page.waitForFunction('globalThis.runPlan !== undefined')
      expect(await page.evaluate('runPlan()')).toEqual(native)
    } finally {
      await browser.close()
    }
  })
})
