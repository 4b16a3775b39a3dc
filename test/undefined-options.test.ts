import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bashRunner } from '@amelia/commands-bash'
import {
  checkPlan,
  cleanRuns,
  commandReviewer,
  createLimits,
  createRun,
  driverEvaluator,
  driverReviewer,
  forkRun,
  type ForkRunOptions,
  generatePlan,
  listRuns,
  openRun,
  type OpenRunOptions,
  readPlan,
  type RunOptions,
  watchRun,
} from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { acpAgent } from '@amelia/driver-acp'
import { claude } from '@amelia/driver-claude'
import { commandAgent } from '@amelia/driver-command'
import { codex } from '@amelia/driver-openai'
import { createRepository, isomorphicHost, memoryFileSystem } from '@amelia/git-isomorphic'
import { bearerTokens, createHandler, type HandlerOptions, resumeRuns } from '@amelia/http'
import { createClient } from '@amelia/http/client'
import { notifyAbout, webhook } from '@amelia/http/notify'
import { commandNotifier, fileStore, nodeHost, type NodeHostOptions, processRunner } from '@amelia/node'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { keyValueStore, memoryEntries } from '@amelia/store-key-value'
import { afterAll, describe, expect, it } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../docs/reference/options.md'), 'utf8')

/** All options of a function that may be left out, as undefined. The page has them from the types. */
const undefinedOptions = (name: string): Record<string, undefined> => {
  const section = page.split(`### ${name}\n`)[1]?.split('\n### ')[0] ?? ''
  const names = [...section.matchAll(/^\| `(\w+)\?` \|/gm)].map(([, option]) => option!)
  const shared = /With the meaning that they have for \[`createRun`\].*?: (.*)/.exec(section)?.[1] ?? ''
  const sharedNames = [...shared.matchAll(/`(\w+)`/g)].map(([, option]) => option!)
  return Object.fromEntries([...names, ...sharedNames].map((option) => [option, undefined]))
}

const dir = mkdtempSync(join(tmpdir(), 'amelia-undefined-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const identity = { name: 'A Person', email: 'person@example.org' }
const plan = { phases: [{ id: '1', title: 'Text' }] }
const parsers = [taskHeading()]
const text = '# Greeting\n\n### Task 1: Greet\n\nWrite a greeting.\n'
const driver = createScriptedDriver(({ workspace, role }) =>
  role === 'architect'
    ? { text }
    : role === 'reviewer'
      ? { output: { approved: true, summary: '', comments: [] } }
      : workspace.fs.writeFile('/a.txt', 'a'),
)
const own = { plan, driver, trust: 'autonomous' as const, planApproved: true, reviewers: [] }
const begin = async () => {
  const host = memoryHost()
  const run = await createRun({ ...own, host })
  return { host, run, runId: run.id, report: await run.start() }
}

/** Calls with all optional options undefined, by the name of the function. */
const calls: Record<string, (options: Record<string, undefined>) => unknown> = {
  createRun: async (options) => {
    const run = await createRun({ ...options, ...own, host: memoryHost() })
    expect((await run.start()).status).toBe('completed')
  },
  openRun: async (options) => {
    const { host, runId } = await begin()
    const { status } = await (await openRun({ ...options, host, runId, driver })).start()
    expect(status).toBe('completed')
  },
  forkRun: async (options) => {
    const { host, runId } = await begin()
    await forkRun({ ...options, host, runId, from: '1', driver })
  },
  generatePlan: async (options) => {
    const { plan: written } = await generatePlan({
      ...options,
      goal: 'Greet',
      driver,
      host: memoryHost(),
      parsers,
      tdd: false,
    })
    expect(written.phases).toHaveLength(1)
  },
  readPlan: (options) => readPlan(text, { ...options, parsers }),
  checkPlan: (options) => expect(checkPlan(text, { ...options, parsers }).ok).toBe(true),
  listRuns: async (options) => {
    const { host } = await begin()
    expect(await listRuns({ ...options, host })).toHaveLength(1)
  },
  watchRun: async (options) => {
    const { host, runId } = await begin()
    for await (const { type } of watchRun({ ...options, host, runId })) if (type === 'run_ended') break
  },
  cleanRuns: async (options) => {
    const { host } = await begin()
    await cleanRuns({ ...options, host, olderThan: 0 })
  },
  createLimits: (options) => createLimits(options),
  commandReviewer: (options) => commandReviewer({ ...options, id: 'lint', argv: ['true'] }),
  driverReviewer: (options) => driverReviewer({ ...options, driver }),
  driverEvaluator: (options) => driverEvaluator({ ...options, driver }),
  memoryHost: async (options) => {
    const run = await createRun({ ...own, host: memoryHost(options) })
    expect((await run.start()).status).toBe('completed')
  },
  createScriptedDriver: (options) => createScriptedDriver(() => {}, options),
  nodeHost: (options) => nodeHost(options),
  fileStore: async (options) => expect(await fileStore({ ...options, dir }).list()).toEqual([]),
  processRunner: async (options) => {
    const workspace = { id: 'w', base: null, dir } as never
    const { signal } = new AbortController()
    const { exitCode } = await processRunner(options).run({
      argv: ['true'],
      cwd: '/',
      workspace,
      env: {},
      signal,
    })
    expect(exitCode).toBe(0)
  },
  commandNotifier: (options) => commandNotifier({ ...options, argv: ['true'] }),
  createRepository: (options) =>
    createRepository({ ...options, fs: memoryFileSystem(), dir: '/repo', identity, files: {} }),
  isomorphicHost: async (options) => {
    const repository = { fs: memoryFileSystem(), dir: '/repo', identity }
    await createRepository({ ...repository, files: {} })
    const run = await createRun({ ...own, host: isomorphicHost({ ...options, ...repository }) })
    expect((await run.start()).status).toBe('completed')
  },
  bashRunner: (options) => bashRunner(options),
  keyValueStore: async (options) =>
    expect(await keyValueStore({ ...options, ...memoryEntries() }).list()).toEqual([]),
  createHandler: async (options) => {
    const { host } = await begin()
    const token = 'a-long-random-token'
    const handler = createHandler({ ...options, host, authenticate: bearerTokens({ [token]: 'read' }) })
    const headers = { authorization: `Bearer ${token}` }
    expect((await handler(new Request('http://127.0.0.1/v1/runs', { headers }))).status).toBe(200)
  },
  resumeRuns: async (options) =>
    expect(await resumeRuns({ ...options, host: memoryHost(), resume: () => undefined })).toEqual([]),
  createClient: (options) => createClient({ ...options, baseUrl: 'http://127.0.0.1:4000' }),
  notifyAbout: async (options) => {
    const run = await createRun({ ...own, host: memoryHost() })
    notifyAbout(run, { ...options, notifiers: [], onWarning: () => {} })
  },
  webhook: (options) =>
    webhook({ ...options, url: 'https://hooks.example.com/', secret: 'c2VjcmV0LXRoYXQtaXMtbG9uZw==' }),
  claude: (options) => claude(options),
  codex: (options) => codex(options),
  acpAgent: (options) => acpAgent({ ...options, agent: 'opencode' }),
  commandAgent: (options) => commandAgent({ ...options, command: ['true'] }),
  subtaskList: (options) => subtaskList(options),
  taskMaster: (options) => taskMaster(options),
}

describe.each(Object.entries(calls))('%s', (name, call) => {
  it('takes undefined for each option that may be left out', async () => {
    await call(undefinedOptions(name))
  })
})

it('finds the options on the page', () => {
  for (const name of ['createRun', 'openRun', 'createHandler', 'claude'])
    expect(Object.keys(undefinedOptions(name)).length).toBeGreaterThan(2)
})

/** The options of a caller that has no value for some. */
type Given<Options> = {
  [Name in keyof Options]: object extends Pick<Options, Name> ? Options[Name] | undefined : Options[Name]
}

it('the compiler takes undefined, too, with exact optional property types', () => {
  const take = {
    createRun: (options: Given<RunOptions>): RunOptions => options,
    openRun: (options: Given<OpenRunOptions>): OpenRunOptions => options,
    forkRun: (options: Given<ForkRunOptions>): ForkRunOptions => options,
    createHandler: (options: Given<HandlerOptions>): HandlerOptions => options,
    nodeHost: (options: Given<NodeHostOptions>): NodeHostOptions => options,
  }
  expect(Object.keys(take)).toHaveLength(5)
})
