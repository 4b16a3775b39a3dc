import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** One more type of event, and one more option of each kind of function. */
const additions: readonly [file: string, before: string, after: string][] = [
  [
    'packages/core/src/lib/event/run-event-type.ts',
    "[\n  'run_started'",
    "[\n  'fake_happened',\n  'run_started'",
  ],
  [
    'packages/core/src/lib/run/settings/option/run-options.ts',
    'export interface PlanOptions {',
    'export interface PlanOptions {\n  fake?: string',
  ],
  [
    'packages/driver-claude/src/lib/option/claude-options.ts',
    'export interface ClaudeOptions {',
    'export interface ClaudeOptions {\n  fake?: string',
  ],
  [
    'packages/node/src/lib/backend/native-git-options.ts',
    'export interface NativeGitOptions {',
    'export interface NativeGitOptions {\n  fake?: string',
  ],
]

/** Lists the files that do not compile with the additions. */
const findErrors = (): string[] => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const read = host.readFile.bind(host)
  host.readFile = (path) => {
    const addition = additions.find(([file]) => resolve(path) === join(root, file))
    if (!addition) return read(path)
    const [, before, after] = addition
    const text = read(path)
    expect(text).toContain(before)
    return text?.replace(before, after)
  }
  const entries = [
    'core/src/index.ts',
    'core/src/view.ts',
    'core/test/boundary/wrong-options.test.ts',
    'cli/src/lib/view/event-line.ts',
    'dashboard/src/lib/log/event-row.tsx',
    'driver-claude/src/index.ts',
    'node/src/index.ts',
  ]
  const program = ts.createProgram(
    entries.map((entry) => join(root, 'packages', entry)),
    { ...options, noEmit: true },
    host,
  )
  const files = program
    .getSemanticDiagnostics()
    .map(({ file }) => (file ? relative(root, file.fileName) : 'no file'))
  return [...new Set(files)].sort()
}

it('a new event does not compile without its fields and words, nor an option without its rule', () => {
  expect(findErrors()).toEqual([
    // The fields of the event, which the machine's events have too.
    'packages/core/src/lib/event/run-event.ts',
    'packages/core/src/lib/machine/state/turn.ts',
    // Its words.
    'packages/core/src/lib/report/words/phase-event-words.ts',
    // The rules of the options. A table of core's tests needs one for each option of a run.
    'packages/core/test/boundary/wrong-options.test.ts',
    'packages/driver-claude/src/lib/option/claude-settings.ts',
    'packages/node/src/lib/backend/native-git-options.ts',
  ])
})
