import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const anywhere = join(root, 'examples/anywhere')
/** Chromium, as `npm run test:anywhere` finds it, or in the place of Debian's package. */
const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const scratch = mkdtempSync(join(tmpdir(), 'amelia-browser-'))

/** Tools that package tests already install. */
const toolOf = (folder: string, name: string): string =>
  createRequire(join(root, 'packages', folder, 'package.json')).resolve(name)

interface Bundler {
  build(options: Record<string, unknown>): Promise<unknown>
}

/** The part of playwright-core used here. */
interface Page {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  waitForFunction(expression: string): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
}

interface Browser {
  newContext(): Promise<{ newPage(): Promise<Page> }>
  close(): Promise<void>
}

interface Playwright {
  default: { chromium: { launch(options: { executablePath: string; args: string[] }): Promise<Browser> } }
}

/** The functions that the page exposes to the test. */
const program = `
import { createRun, openRun } from '@amelia/core'
import { browserHost, indexedDbEntries, indexedDbFileSystem, indexedDbStore } from '@amelia/browser'
import { bashRunner } from '@amelia/commands-bash'
import { createRepository } from '@amelia/git-isomorphic'
import { runStoreContract } from '@amelia/core/testing'

const contract = async () => {
  let made = 0
  const names = new Map()
  const key = (subject, ...rest) => ['amelia:' + names.get(subject), ...rest].join('/')
  const entriesOf = (subject) => indexedDbEntries({ name: names.get(subject) })
  const cases = runStoreContract({
    async create() {
      const name = 'case-' + ++made
      const subject = { store: indexedDbStore({ name }), close: async () => {} }
      names.set(subject, name)
      return subject
    },
    faults: {
      // As if the owner's tab had been closed: the lock is free, without a notification.
      abandon: (subject, { runId }) => navigator.locks.request(key(subject, runId), { steal: true }, async () => {}),
      tear: (subject, runId) =>
        entriesOf(subject).set(key(subject, runId, 'journal', '000000000003'), '01234567 {"seq":3,"val'),
      async damage(subject, runId, line) {
        const entries = entriesOf(subject)
        const [last] = (await entries.list(key(subject, runId, 'journal', ''))).sort().reverse()
        const lines = (await entries.get(last)).split('\\n')
        lines[line - 1] = lines[line - 1].replace('"n"', '"m"')
        await entries.set(last, lines.join('\\n'))
      },
      reopen: (subject) => indexedDbStore({ name: names.get(subject) }),
      spoil: (subject, runId, id) => entriesOf(subject).set(key(subject, runId, 'commands', id), '{"x'),
    },
  })
  const results = []
  for (const { name, covered, run } of cases) {
    const error = await run().then(() => undefined, String)
    results.push({ name, covered, ...(error === undefined ? {} : { error }) })
  }
  return results
}

const phase = (id, dependsOn, command) => ({
  id, title: 'Phase ' + id, dependsOn,
  subtasks: [{ id: id + '.1', title: 'Work', steps: [{ id: id + '.1.1', action: 'command', shell: true, command }] }],
})
const plan = {
  title: 'Slow',
  phases: [phase('1', [], 'echo one > one.txt'), phase('2', ['1'], 'sleep 3; cat one.txt > two.txt')],
}
const identity = { name: 'A Person', email: 'person@example.org' }
const host = () => browserHost({ identity, commands: bashRunner() })

const state = { completed: [] }
const follow = (run) => run.subscribe({}, (event) => {
  if (event.type === 'phase_completed') state.completed.push(event.phaseId)
})

globalThis.tab = {
  state,
  contract,
  async begin() {
    await createRepository({ fs: indexedDbFileSystem(), dir: '/repo', files: { 'a.txt': 'a' }, identity })
    const run = await createRun({ plan, host: host(), trust: 'autonomous', planApproved: true })
    follow(run)
    void run.start()
    return run.id
  },
  async goOn(runId) {
    try {
      const run = await openRun({ host: host(), runId })
      follow(run)
      const { status, target } = await run.start()
      const { git } = host()
      const two = await git.readFile(target, 'two.txt')
      return { status, two: new TextDecoder().decode(two ?? new Uint8Array()) }
    } catch (error) {
      return { code: error.code }
    }
  },
  runs: async () => (await host().store.list()).map(({ runId, locked }) => ({ runId, locked })),
  phaseOne: async (runId) => host().git.readRef('refs/amelia/' + runId + '/phase/1'),
}
`

describe.skipIf(!existsSync(chromium))('a page in Chromium', () => {
  let server: Server
  let browser: Browser
  let url = ''

  beforeAll(async () => {
    writeFileSync(join(scratch, 'page.ts'), program)
    const { build } = (await import(toolOf('store-key-value', 'esbuild'))) as Bundler
    await build({
      entryPoints: [join(scratch, 'page.ts')],
      outfile: join(scratch, 'page.js'),
      bundle: true,
      format: 'esm',
      platform: 'browser',
      conditions: ['amelia-source'],
      inject: [join(anywhere, 'provide-buffer.js')],
      alias: { buffer: toolOf('browser', 'buffer/'), 'node:zlib': join(anywhere, 'no-zlib.js') },
      nodePaths: [join(root, 'node_modules')],
      logLevel: 'error',
    })
    const script = readFileSync(join(scratch, 'page.js'))
    server = createServer(({ url: path }, response) => {
      if (path === '/page.js') response.setHeader('content-type', 'text/javascript').end(script)
      else
        response.setHeader('content-type', 'text/html').end('<script type="module" src="page.js"></script>')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { default: playwright } = (await import(toolOf('browser', 'playwright-core'))) as Playwright
    browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
    rmSync(scratch, { recursive: true, force: true })
  })

  const load = async (page: Page): Promise<Page> => {
    await page.goto(url)
    await page.waitForFunction('globalThis.tab !== undefined')
    return page
  }

  it('passes the store contract with its own IndexedDB and locks', async () => {
    const page = await load(await (await browser.newContext()).newPage())
    const results = (await page.evaluate('tab.contract()')) as { covered: boolean; error?: string }[]
    expect(results.length).toBeGreaterThan(25)
    expect(results.filter(({ covered, error }) => !covered || error !== undefined)).toEqual([])
  })

  it('fault 61: continues a run after a reload; a second tab gets RUN_LOCKED', async () => {
    const context = await browser.newContext()
    const first = await load(await context.newPage())
    const second = await load(await context.newPage())
    const runId = (await first.evaluate('tab.begin()')) as string
    await first.waitForFunction(`tab.state.completed.includes('1')`)
    const one = await first.evaluate(`tab.phaseOne('${runId}')`)
    expect(await second.evaluate('tab.runs()')).toEqual([{ runId, locked: true }])
    expect(await second.evaluate(`tab.goOn('${runId}')`)).toEqual({ code: 'RUN_LOCKED' })

    await first.reload()
    await first.waitForFunction('globalThis.tab !== undefined')
    expect(await first.evaluate('tab.runs()')).toEqual([{ runId, locked: false }])
    expect(await first.evaluate(`tab.goOn('${runId}')`)).toEqual({ status: 'completed', two: 'one\n' })
    expect(await first.evaluate(`tab.phaseOne('${runId}')`)).toBe(one)
    expect(one).toMatch(/^[0-9a-f]{40}$/)
  })
})
