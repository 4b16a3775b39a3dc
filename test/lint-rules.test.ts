import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')

// The project's own configuration. Types are off, so the files need not exist.
const untyped = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] })

/** Returns the rules that reject this text at this path, except the rule about unused names. */
const findings = async (filePath: string, code: string, eslint = untyped): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath: resolve(root, filePath) })
  return (result?.messages ?? [])
    .map((message) => message.ruleId ?? message.message)
    .filter((rule) => !ignored.some((name) => rule.endsWith(name)))
}

/** Rules that the short texts of the rows break on purpose. */
const ignored = ['no-unused-vars', 'consistent-type-imports', 'named-after-export']

const restrictedImport = ['no-restricted-imports']
const restrictedSyntax = ['no-restricted-syntax']
const restrictedGlobal = ['no-restricted-globals']

const core = (path: string) => `packages/core/src/${path}`
const table = 'packages/parser-phase-table/src/read.ts'
const parsers = 'packages/parsers/src/lib/all-parsers.ts'
const node = 'packages/node/src/native-git.ts'
const runFile = 'packages/amelia/src/lib/execute-file.ts'
const cli = 'packages/cli/src/main.ts'

type Row = [file: string, code: string, expected: string[]]

const rows = (title: string, list: Row[]) =>
  describe(title, () => {
    it.each(list)('%s: %s', async (file, code, expected) => {
      expect(await findings(file, code)).toEqual(expected)
    })
  })

rows('packages know each other by one door', [
  [table, "import { defineParser } from '@amelia/core/plugin'", []],
  [table, "import { readOutline } from '@amelia/markdown'", []],
  [table, "import { createRun } from '@amelia/core'", restrictedImport],
  [table, "import type { Run } from '@amelia/core'", restrictedImport],
  [table, "export { createRun } from '@amelia/core'", restrictedImport],
  [table, "import { fakeGit } from '@amelia/core/testing'", restrictedImport],
  [table, "import { read } from '@amelia/core/src/lib/plan/read-plan.ts'", restrictedImport],
  [table, "import { read } from '../../core/src/lib/plan/read-plan.ts'", restrictedImport],
  [table, "export type Run = import('@amelia/core').Run", restrictedSyntax],
  [table, "import { allParsers } from '@amelia/parsers'", restrictedImport],
  [parsers, "import { phaseTable } from '@amelia/parser-phase-table'", []],
  [parsers, "import { createRun } from '@amelia/core'", restrictedImport],
  [parsers, "import { readFile } from 'node:fs'", restrictedImport],
  ['packages/markdown/src/outline.ts', "import { defineParser } from '@amelia/core/plugin'", []],
  [
    'packages/markdown/src/outline.ts',
    "import { taskHeading } from '@amelia/parser-task-heading'",
    restrictedImport,
  ],
  [node, "import { AmeliaError } from '@amelia/core/plugin'", []],
  [node, "import { createRun } from '@amelia/core'", restrictedImport],
  [node, "import { readOutline } from '@amelia/markdown'", restrictedImport],
  [runFile, "import { createRun } from '@amelia/core'", []],
  [runFile, "import { allParsers } from '@amelia/parsers'", []],
  [runFile, "import { nodeHost } from '@amelia/node'", []],
  [runFile, "import { main } from '@amelia/cli'", restrictedImport],
  [cli, "import { run } from 'amelia'", restrictedImport],
  [cli, "export const load = () => import('amelia')", restrictedSyntax],
  [node, "import { run } from 'amelia'", restrictedImport],
  [node, "import { allParsers } from '@amelia/parsers'", restrictedImport],
  [runFile, "import { claude } from '@amelia/driver-claude'", restrictedImport],
  [runFile, "import { readFile } from 'fs'", restrictedImport],
  [node, "import { phaseTable } from '@amelia/parser-phase-table'", restrictedImport],
  ['packages/driver-claude/src/claude.ts', "import { createRun } from '@amelia/core'", restrictedImport],
  ['packages/driver-claude/src/claude.ts', "import { runProcess } from '@amelia/agent-process'", []],
  [node, "import { runProcess } from '@amelia/agent-process'", []],
  ['packages/agent-process/src/start.ts', "import { AmeliaError } from '@amelia/core/plugin'", []],
  ['packages/agent-process/src/start.ts', "import { nodeHost } from '@amelia/node'", restrictedImport],
  [
    'packages/driver-ai-sdk/src/lib/api-agent.ts',
    "import { runProcess } from '@amelia/agent-process'",
    restrictedImport,
  ],
  ['packages/otel/src/lib/trace-run.ts', "import type { Run } from '@amelia/core'", []],
  ['packages/otel/src/lib/trace-run.ts', "import { nodeHost } from '@amelia/node'", restrictedImport],
  ['packages/otel/src/lib/trace-run.ts', "import { hash } from 'node:crypto'", restrictedImport],
  ['packages/store-postgres/src/lib/check-records.ts', "import { hash } from 'node:crypto'", []],
  [
    'packages/store-postgres/src/lib/check-records.ts',
    "import { AmeliaError } from '@amelia/core/plugin'",
    [],
  ],
  [
    'packages/store-postgres/src/lib/check-records.ts',
    "import { readRun } from '@amelia/core'",
    restrictedImport,
  ],
  [
    'packages/store-postgres/src/lib/check-records.ts',
    "import { runProcess } from '@amelia/agent-process'",
    restrictedImport,
  ],
  ['packages/engine-dbos/src/lib/cluster-host.ts', "import { checkOptions } from '@amelia/core/plugin'", []],
  [
    'packages/engine-dbos/src/lib/cluster-host.ts',
    "import { nodeHost } from '@amelia/node'",
    restrictedImport,
  ],
  ['packages/http/src/lib/create-handler.ts', "import { readRun } from '@amelia/core'", []],
  ['packages/http/src/lib/create-handler.ts', "import { nodeHost } from '@amelia/node'", restrictedImport],
  ['packages/http/src/lib/create-handler.ts', "import { createServer } from 'node:http'", restrictedImport],
  [cli, "import { createRun } from '@amelia/core'\nimport { nodeHost } from '@amelia/node'", []],
  [cli, "import { nodeHost } from '@amelia/node/src/node-host.ts'", restrictedImport],
  [core('index.ts'), "import { nodeHost } from '@amelia/node'", restrictedImport],
  [core('lib/run/create-run.ts'), "import { nodeHost } from '@amelia/node'", restrictedImport],
  [core('lib/run/create-run.ts'), "const node = await import('@amelia/node')", restrictedSyntax],
])

const keyValue = 'packages/store-key-value/src/lib/key-value-store.ts'
const anywhere = 'packages/git-isomorphic/src/lib/object/object-store.ts'

rows('git over any file system acts, and lives without Node', [
  [anywhere, "import { readObject } from 'isomorphic-git'\nexport const now = async () => Date.now()", []],
  [anywhere, "import { AmeliaError } from '@amelia/core/plugin'", []],
  [anywhere, "import { randomText } from '@amelia/store-key-value'", []],
  [keyValue, "import { AmeliaError } from '@amelia/core/plugin'", []],
  [keyValue, "import { isomorphicHost } from '@amelia/git-isomorphic'", restrictedImport],
  [keyValue, "import { readFile } from 'node:fs'", restrictedImport],
  [anywhere, "import { createRun } from '@amelia/core'", restrictedImport],
  [anywhere, "import { readFile } from 'node:fs'", restrictedImport],
  [anywhere, "export const bytes = Buffer.from('x')", restrictedGlobal],
  [anywhere, 'export const home = process.env.HOME', restrictedGlobal],
  [anywhere, "const fs = await import('node:fs')", restrictedSyntax],
])

rows('tests may come in by the front door', [
  ['packages/node/src/native-git.test.ts', "import { createRun } from '@amelia/core'", []],
  ['packages/node/test/git.test.ts', "import { gitContract } from '@amelia/core/testing'", []],
  ['packages/node/test/git.test.ts', "import { nativeGit } from '../src/native-git.ts'", []],
  [
    'packages/node/test/git.test.ts',
    "import { run } from '../../core/src/lib/run/door/run.ts'",
    restrictedImport,
  ],
  [
    'test/readme.test.ts',
    "import { run } from '../packages/core/src/lib/run/start/run.ts'",
    restrictedImport,
  ],
])

rows('core lives without Node', [
  [core('index.ts'), "import { readFile } from 'node:fs'", restrictedImport],
  [core('lib/run/loop.ts'), "import { readFile } from 'node:fs'", restrictedImport],
  [core('lib/run/loop.ts'), "import { readFile } from 'fs/promises'", restrictedImport],
  [core('lib/run/loop.ts'), "import type { Stats } from 'node:fs'", restrictedImport],
  [core('lib/run/loop.ts'), "export * as path from 'path'", restrictedImport.concat(restrictedSyntax)],
  [core('lib/run/loop.ts'), "const fs = await import('node:fs')", restrictedSyntax],
  [core('lib/run/loop.ts'), "export type Stats = import('node:fs').Stats", restrictedSyntax],
  [core('lib/run/loop.ts'), "import EventEmitter from 'eventemitter3'", []],
  [core('lib/plan/pattern.test.ts'), "import { readFile } from 'node:fs/promises'", []],
  [core('lib/run/loop.ts'), 'export const folder = process.cwd()', restrictedGlobal],
  [core('lib/run/loop.ts'), 'export const folder = globalThis.process.cwd()', restrictedGlobal],
  [core('lib/testing/fake-git.ts'), "export const bytes = Buffer.from('')", restrictedGlobal],
  [core('lib/contract/host.ts'), 'export type Bytes = Buffer', restrictedSyntax],
  [core('lib/contract/host.ts'), 'export type Timer = NodeJS.Timeout', restrictedSyntax],
  [core('lib/run/loop.ts'), 'export const now = () => Date.now()', []],
  [table, "import { readFile } from 'node:fs'", restrictedImport],
  [table, 'export const folder = process.cwd()', restrictedGlobal],
  [node, "import { readFile } from 'node:fs'", []],
  [node, "import { readFile } from 'fs'", restrictedImport],
  [node, 'export const folder = process.cwd()', []],
])

rows('imports inside core go downward', [
  [core('lib/run/loop.ts'), "import { transition } from '../machine/transition.ts'", []],
  [core('lib/run/loop.ts'), "import { buildReport } from '../report/build-report.ts'", []],
  [core('lib/report/build-report.ts'), "import type { State } from '../machine/state.ts'", []],
  [core('lib/report/build-report.ts'), "import { createRun } from '../run/create-run.ts'", restrictedImport],
  [
    core('lib/prompt/signpost.ts'),
    "import { buildReport } from '../report/build-report.ts'",
    restrictedImport,
  ],
  [core('lib/machine/transition.ts'), "import { decide } from '../policy/decide-failure.ts'", []],
  [
    core('lib/machine/transition.ts'),
    "import { buildReport } from '../report/build-report.ts'",
    restrictedImport,
  ],
  [core('lib/machine/transition.ts'), "import type { Run } from '../run/run.ts'", restrictedImport],
  [
    core('lib/machine/deeper/transition.ts'),
    "import { createRun } from '../../run/create-run.ts'",
    restrictedImport,
  ],
  [
    core('lib/policy/decide-failure.ts'),
    "import { transition } from '../machine/transition.ts'",
    restrictedImport,
  ],
  [core('lib/graph/resolve-graph.ts'), "import type { Plan } from '../plan/plan-schema.ts'", []],
  [
    core('lib/graph/resolve-graph.ts'),
    "import { decide } from '../policy/decide-failure.ts'",
    restrictedImport,
  ],
  [
    core('lib/plan/read-plan.ts'),
    "import { resolveGraph } from '../graph/resolve-graph.ts'",
    restrictedImport,
  ],
  [core('lib/plan/validate-plan.ts'), "import { quoteText } from '../text/quote-text.ts'", []],
  [core('lib/text/quote-text.ts'), "import type { Plan } from '../plan/plan-schema.ts'", restrictedImport],
  [core('lib/read/read-plan.ts'), "import { AmeliaError } from '../error/amelia-error.ts'", []],
  [
    core('lib/perform/unit/run-unit.ts'),
    "import { runLoop } from '../../run/loop/run-loop.ts'",
    restrictedImport,
  ],
  [core('lib/new-folder/new-file.ts'), 'export const value = 1', restrictedSyntax],
  [core('lib/new-file.ts'), 'export const value = 1', restrictedSyntax],
  [
    core('lib/event/run-event.ts'),
    "import type { Input } from '../machine/state/input/input.ts'",
    restrictedImport,
  ],
  [core('lib/event/run-event.ts'), "import type { Failure } from '../contract/failure.ts'", []],
  [core('lib/error/amelia-error.ts'), "import type { Clock } from '../contract/clock.ts'", restrictedImport],
  [core('lib/contract/driver.ts'), "import { driverError } from '../error/amelia-error.ts'", []],
  [core('lib/contract/driver.ts'), "import type { Run } from '../run/run.ts'", restrictedImport],
  [core('lib/run/loop.ts'), "import { fakeGit } from '../testing/fake-git.ts'", restrictedImport],
  [core('lib/testing/fake-run.ts'), "import { createRun } from '../run/create-run.ts'", []],
  [core('lib/run/loop.ts'), "import { readPlan } from '../../index.ts'", restrictedImport],
  [core('lib/run/loop.ts'), "export * from './create-run.ts'", restrictedSyntax],
])

const pure = ['plan', 'graph', 'policy', 'machine'].map((folder) => core(`lib/${folder}/decide.ts`))
const impure: [code: string, expected: string[]][] = [
  ['export const now = () => Date.now()', restrictedGlobal],
  ['export const now = () => new Date()', restrictedGlobal],
  ['export type When = Date', restrictedSyntax],
  ['export const dice = () => Math.random()', ['no-restricted-properties']],
  ['export const { random } = Math', ['no-restricted-properties']],
  ['export const id = () => crypto.randomUUID()', restrictedGlobal],
  ['export const id = () => globalThis.crypto.randomUUID()', restrictedGlobal],
  ['export const now = () => performance.now()', restrictedGlobal],
  ['setTimeout(() => {}, 1)', restrictedGlobal],
  ['setInterval(() => {}, 1)', restrictedGlobal],
  ['setImmediate(() => {})', restrictedGlobal],
  ['queueMicrotask(() => {})', restrictedGlobal],
  ['export const later = () => Promise.resolve(1)', restrictedGlobal],
  ['export type Later = Promise<number>', restrictedSyntax],
  ['export const later = async () => 1', restrictedSyntax],
  ['export async function later() {}', restrictedSyntax],
  ['export const later = { async load() {} }', restrictedSyntax],
  ['await other', restrictedSyntax],
  ["export const load = () => import('re2js')", restrictedSyntax],
  ['export const less = (a: string, b: string) => a.localeCompare(b)', restrictedSyntax],
]

rows(
  'what decides does not act',
  pure.flatMap((file) => impure.map(([code, expected]): Row => [file, code, expected])),
)

rows('what is published stays plain', [
  [core('lib/testing/driver-contract.ts'), "import { it } from 'vitest'", restrictedImport],
  [node, "import fc from 'fast-check'", restrictedImport],
  [node, 'export class NativeGit extends Object {}', restrictedSyntax],
  [core('lib/error/amelia-error.ts'), 'export class AmeliaError extends Error {}', []],
  [node, "console.log('here')", ['no-console']],
  [cli, "console.log('here')", []],
  [core('lib/plan/read-plan.test.ts'), "it.skip('reads', () => {})", restrictedSyntax],
  [core('lib/plan/read-plan.test.ts'), "describe.only('reading', () => {})", restrictedSyntax],
])

const shown = ['packages/cli/src/lib/show.ts', 'packages/dashboard/src/show.tsx', 'packages/http/src/show.ts']
rows(
  'what shows a run reads its condition',
  shown.flatMap((file): Row[] => [
    [file, 'export const isOver = report.status', restrictedSyntax],
    [file, 'export const isOver = run.report.status', restrictedSyntax],
    [file, 'export const { status } = report', restrictedSyntax],
    [file, 'export const { status } = run.report', restrictedSyntax],
    [file, 'export const statusOf = ({ report: { status } }) => status', restrictedSyntax],
    [file, 'export const statusOf = ({ status }: Report) => status', restrictedSyntax],
    [file, 'export const isLocked = view.lock', restrictedSyntax],
    [file, 'export const isLocked = ({ lock }) => lock', restrictedSyntax],
    [file, 'export const condition = runCondition({ ...view, report })', []],
    [file, 'export const isDone = phase.status', []],
  ]),
)

describe('names and words', () => {
  const rulesOf = async (path: string, code: string): Promise<string[]> => {
    const [result] = await untyped.lintText(code, { filePath: resolve(root, core(path)) })
    return (result?.messages ?? [])
      .map(({ ruleId }) => ruleId ?? '')
      .filter((rule) => /plain|named/.test(rule))
  }

  it.each([
    ['lib/graph/resolve-graph.ts', 'export const resolveGraph = () => 1'],
    ['lib/graph/graph.ts', 'export const createGraph = () => 1\nexport const other = 2'],
    ['lib/contract/driver.ts', 'export interface DriverV1 {}'],
    ['lib/run/doors.ts', 'export const createRun = () => 1'],
    ['lib/graph/graph.test.ts', 'export const value = 1'],
    ['lib/graph/graph.ts', '/** Returns the graph. What happens next? */\nexport const graph = 1'],
  ])('%s: %s', async (path, code) => {
    expect(await rulesOf(path, code)).toEqual([])
  })

  it.each([
    ['export const fold = () => 1', 'names/named-after-export'],
    ['/** What the graph knows. */\nexport const graph = 1', 'amelia/plain-english'],
    [
      "export const graph = 'It begins an' + 'ew, me' + 'anwhile'\n// It begins an\u0065w.",
      'amelia/plain-english',
    ],
    ['export const graph = `It is n\u006f graph.`', 'amelia/plain-english'],
    ['export const graph = 1\nexport const m\u0065ndGraph = 2', 'amelia/plain-english'],
    [`export const graph = 1 // ${'word '.repeat(30)}`, 'amelia/plain-english'],
  ])('refuses %j', async (code, rule) => {
    expect(await rulesOf('lib/graph/graph.ts', code)).toEqual([rule])
  })
})

/**
 * A folder with a configuration of TypeScript and nothing to look at. With the project's own all of it is
 * read, which `npm run lint` does.
 */
const makeProject = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-lint-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"lib":["ES2023"],"types":[]},"include":["**/*.ts"]}',
  )
  return folder
}

describe('rules that need types', () => {
  it('find a floating promise', { timeout: 120_000 }, async () => {
    const project = makeProject()
    const typed = new ESLint({ cwd: project, overrideConfigFile: resolve(root, 'eslint.config.js') })
    const code = 'export const start = () => {\n  Promise.resolve(1)\n}\n'
    const file = join(project, node)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code)
    expect(await findings(file, code, typed)).toEqual(['@typescript-eslint/no-floating-promises'])
  })
})
