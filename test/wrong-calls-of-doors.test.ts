import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bashRunner } from '@amelia/commands-bash'
import { AmeliaError } from '@amelia/core'
import { timerClock } from '@amelia/core/plugin'
import { createManualClock, memoryHost } from '@amelia/core/testing'
import { isomorphicHost, memoryFileSystem } from '@amelia/git-isomorphic'
import { webhook } from '@amelia/http/notify'
import {
  commandNotifier,
  fileStore,
  nativeGit,
  processRunner,
  sqliteStore,
  systemClock,
  workspaceFiles,
} from '@amelia/node'
import { keyValueStore, memoryEntries } from '@amelia/store-key-value'
import { postgresStore } from '@amelia/store-postgres'
import { afterAll, describe, expect, it } from 'vitest'

const packages = join(import.meta.dirname, '../packages')

/**
 * The doors that have functions for programs, by their name. The command line has none, and two packages are
 * only for drivers and parsers.
 */
const doors = readdirSync(packages).flatMap((folder): { door: string; file: string }[] => {
  const { name, exports } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as {
    name: string
    exports?: Record<string, { 'amelia-source'?: string }>
  }
  const others = ['create-amelia', '@amelia/cli', '@amelia/agent-process', '@amelia/markdown']
  if (others.includes(name)) return []
  return Object.entries(exports ?? {}).flatMap(([path, { 'amelia-source': source }]) =>
    source === undefined ? [] : [{ door: name + path.slice(1), file: join(packages, folder, source) }],
  )
})

/**
 * Functions that are called with values of Amelia, such as a graph or a report, or with one text: they create
 * nothing and start nothing, and their types are their check.
 */
const plain = new Set([
  // Views of plans, graphs and reports.
  ...['findShared', 'planWidth', 'layoutGraph'],
  ...['listRequirements', 'mergeCommand', 'runCondition', 'describeEvent'],
  ...['renderDryRun', 'renderReportPage'],
  ...['boundOutput', 'findErrorLine', 'listTries', 'planCommands', 'previewPrompt', 'redactSecrets'],
  ...[
    'countPhases',
    'workedTime',
    'workspaceVariables',
    'choosePreset',
    'buildReport',
    'compareFingerprints',
  ],
  ...['isHighRisk', 'labelContent', 'needsConfirmation'],
  ...['phaseRange', 'checkCommits', 'repositoryPaths'],
  ...['showContent', 'wrapContent'],
  // The machine of other engines: it is called for each input.
  ...['createRunState', 'replay', 'transition', 'beginJournal', 'readSettings'],
  // Functions that parsers and drivers share.
  ...[
    'diffLines',
    'isCommitTitle',
    'findUnclosed',
    'checkArgument',
    'checkIgnored',
    'checkOptions',
    'checkPath',
    'checkPatterns',
    'checkRefName',
  ],
  ...['checkTreePath', 'countTokens', 'driverError', 'findLosses', 'findUnreadable'],
  ...['implyParts', 'isGitName', 'joinParts', 'locateLine', 'nearestName', 'normalizePhaseId'],
  ...[
    'placeIssues',
    'readEstimate',
    'readPhaseFields',
    'readRetryAfter',
    'readSecrets',
    'readStatus',
    'readWaitInText',
    'splitCommand',
    'stripAnsi',
    'tallyTests',
  ],
  ...['writePhaseField', 'splitPlan', 'isPlanPath', 'randomText', 'isTransient', 'quoteIdentifier'],
])

/** Fakes and contract cases are for tests, which show a mistake at once. */
const isForTests = (door: string): boolean => door.endsWith('/testing')

/** React calls components and hooks, with properties that the compiler checks. */
const isOfReact = (door: string, name: string): boolean =>
  door === '@amelia/dashboard' && /^(?:[A-Z]|use[A-Z])/.test(name)

const wrong: [what: string, given: unknown][] = [
  ['null', null],
  ['a number', 5],
  ['a text', ''],
  ['an unknown option', { nonsense: 1 }],
]

const call = async (use: (...given: unknown[]) => unknown, given: unknown): Promise<unknown> => {
  try {
    const result = use(given)
    const isStream = typeof result === 'object' && result !== null && Symbol.asyncIterator in result
    await (isStream ? (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next() : result)
    return 'no error'
  } catch (error) {
    return error
  }
}

/** They take any object. */
const takesAnyKeys = ['channelInProcess']

const hasParameters = (use: unknown): boolean =>
  typeof use === 'function' && !/^(?:async\s*)?(?:function\*?\s*\w*\s*)?\(\s*\)/.test(String(use))

describe.each(doors)('$door', async ({ door, file }) => {
  const exported = (await import(file)) as Record<string, unknown>
  const uses = Object.entries(exported)
    .filter(([name, use]) => hasParameters(use) && !plain.has(name) && name !== 'AmeliaError')
    .filter(([name]) => !isOfReact(door, name))
    .flatMap(([name, use]) => wrong.map(([what, given]) => [name, what, use, given] as const))
    .filter(([name, what]) => what !== 'an unknown option' || !takesAnyKeys.includes(name))

  it('has functions that can be called', () => {
    expect(Object.keys(exported)).not.toEqual([])
  })

  it.each(isForTests(door) ? [] : uses)('%s refuses %s', async (_name, _what, use, given) => {
    const error = await call(use as (...given: unknown[]) => unknown, given)
    expect(AmeliaError.is(error), error instanceof Error ? error.stack : String(error)).toBe(true)
    expect((error as AmeliaError).code).toBe('OPTION_INVALID')
  })
})

const signal = new AbortController().signal
const notification = { key: 'k', type: 'run_ended', runId: 'r' }

const request = { runId: 'r', base: 'b', ref: 'refs/heads/a', message: '', from: 'a', to: 'b', ours: 'a' }
const requests = { ...request, theirs: 'b', trailer: 'T', value: '', commit: 'a' }
const workspace = { id: 'w' }

/** Valid arguments of the methods of stores, git backends and clocks, as far as they are checked. */
const calls: Readonly<Record<string, unknown[]>> = {
  ...Object.fromEntries(
    ['acquire', 'load', 'lockOf', 'pending', 'follow', 'tail'].map((name) => [name, ['r']]),
  ),
  ...Object.fromEntries(
    ['send', 'outcome', 'kept', 'keep', 'repair', 'publish'].map((name) => [name, ['r']]),
  ),
  ...{ readRef: ['refs/heads/a'], listRefs: ['refs/'], updateRefs: [[]], lockRun: ['r'], findLocks: [[]] },
  ...{ removeLock: [{}], whyLocked: ['main'], openWorkspace: [requests], resetWorkspace: [workspace, 'c'] },
  ...{ closeWorkspace: [workspace], rescueWorkspace: [requests], changedPaths: [workspace] },
  ...{ listIgnored: [workspace], removeHidden: [workspace, []], commitAttempt: [workspace, requests] },
  ...{ merge: [requests], readFile: ['c', 'p'], readTree: ['c'], compose: [requests], diff: [requests] },
  ...{ isAncestor: ['a', 'b'], findCommits: [requests], runHooks: [workspace, requests] },
  ...{ applyToCheckout: [requests], followBranch: [requests], removeWorkspaces: ['r'] },
}

const files = mkdtempSync(join(tmpdir(), 'amelia-calls-'))
afterAll(() => rmSync(files, { recursive: true, force: true }))
const hasSqlite = isBuiltin('node:sqlite')
const identity = { name: 'A Person', email: 'person@example.org' }
const folder = join(import.meta.dirname, 'none')
/** Objects of programs, whose methods above are called. */
const objects = {
  'fileStore()': fileStore({ dir: folder }),
  'keyValueStore()': keyValueStore(memoryEntries()),
  'the store of memoryHost()': memoryHost().store,
  'postgresStore()': postgresStore({ database: 'postgresql://runner@127.0.0.1:1/amelia' }),
  // Older versions of Node have no SQLite.
  ...(hasSqlite && { 'sqliteStore()': sqliteStore({ path: join(files, 'runs.db') }) }),
  'the git of memoryHost()': memoryHost().git,
  'nativeGit()': nativeGit({ repo: folder }),
  'the git of isomorphicHost()': isomorphicHost({ fs: memoryFileSystem(), dir: '/repo', identity }).git,
}
const manual = createManualClock()
const waits = { timerClock: timerClock().wait, systemClock: systemClock().wait, manual: manual.wait }

describe.each(Object.entries({ ...waits, 'advance of manual': manual.advance }))(
  'the clock %s',
  (_, wait) => {
    it.each([null, undefined, 'soon', Number.NaN])('refuses to wait for %s', async (given) => {
      const error = await call((ms) => (wait as (ms: unknown) => unknown)(ms), given)
      expect(AmeliaError.is(error, 'OPTION_INVALID'), String(error)).toBe(true)
    })
  },
)

/** Methods that programs and tests call themselves, by the function that creates their object. */
const methods: [name: string, method: (...given: never[]) => unknown, valid: unknown[]][] = [
  ...[processRunner(), bashRunner()].flatMap((runner, index): typeof methods => [
    [`run of command runner ${index}`, runner.run, [{ argv: ['true'], workspace: {}, signal }]],
    [`find of command runner ${index}`, runner.find, ['true', {}]],
  ]),
  ['runTests of processRunner', processRunner().runTests!, [{ argv: ['true'], workspace: {}, signal }]],
  ['send of commandNotifier', commandNotifier({ argv: ['true'] }).send, [notification, { signal }]],
  [
    'send of webhook',
    webhook({ url: 'http://127.0.0.1:9', secret: 'a secret of a test' }).send,
    [notification, { signal }],
  ],
  ...Object.entries(workspaceFiles(import.meta.dirname)).map(([name, method]): (typeof methods)[number] => [
    `${name} of workspaceFiles`,
    method,
    ['/a'],
  ]),
  ...Object.entries(objects).flatMap(([of, object]) =>
    Object.entries(object as unknown as Record<string, (...given: never[]) => unknown>).flatMap(
      ([name, method]): typeof methods =>
        calls[name] === undefined ? [] : [[`${name} of ${of}`, method, calls[name]]],
    ),
  ),
]

describe.each(methods)('%s', (_name, method, valid) => {
  it.each(valid.flatMap((_, at) => [null, 5, undefined].map((given) => [at, given] as const)))(
    'refuses argument %i as %s',
    async (at, given) => {
      const all = valid.map((value, index) => (index === at ? given : value))
      const error = await call(() => (method as (...given: unknown[]) => unknown)(...all), undefined)
      expect(AmeliaError.is(error, 'OPTION_INVALID'), String(error)).toBe(true)
    },
  )
})

it('all exceptions exist', async () => {
  const modules = await Promise.all(doors.map(({ file }) => import(file) as Promise<object>))
  const names = new Set(modules.flatMap((module) => Object.keys(module)))
  expect([...plain, ...takesAnyKeys].filter((name) => !names.has(name))).toEqual([])
})
