import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const types = join(root, 'packages/core/src/lib/event/run-event-type.ts')

/** Lists the files of core and of the displays that do not compile if core has one more type of event. */
const findErrors = (): string[] => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const read = host.readFile.bind(host)
  host.readFile = (path) =>
    resolve(path) === types
      ? read(path)?.replace("[\n  'run_started'", "[\n  'fake_happened',\n  'run_started'")
      : read(path)
  const entries = [
    'core/src/index.ts',
    'core/src/view.ts',
    'cli/src/lib/view/event-line.ts',
    'dashboard/src/lib/log/event-row.tsx',
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

it('a new type of event does not compile without its fields and its words, and nothing else changes', () => {
  expect(findErrors()).toEqual([
    // Its fields, which the machine's events have too.
    'packages/core/src/lib/event/run-event.ts',
    'packages/core/src/lib/machine/state/turn.ts',
    // Its words.
    'packages/core/src/lib/report/words/phase-event-words.ts',
  ])
})
