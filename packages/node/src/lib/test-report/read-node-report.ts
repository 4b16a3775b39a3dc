import { isAbsolute } from 'node:path'
import type { BrokenFile, TestReport } from '@amelia/core/plugin'
import { jsonFields, parseJson } from './json-fields.ts'
import type { ReportPlace } from './report-place.ts'
import { type NamedTest, uniqueIds } from './unique-ids.ts'

/**
 * Reads the report of our reporter for `node --test`. Ignores an incomplete last line; undefined if any other
 * line is not the reporter's.
 *
 * Node reports a file that fails, or that has no tests, as a test named after it; such a test is left out.
 * The names of enclosing tests come from their start events, which are in the order of the files.
 */
export const readNodeReport = (text: string, place: ReportPlace): TestReport | undefined => {
  const tests: NamedTest[] = []
  const broken = new Map<string, string>()
  const stderr = new Map<string, string>()
  const around: string[] = []
  const lines = text.split('\n')
  // The rest after the last line break: empty, or an incomplete line.
  lines.pop()
  for (const line of lines) {
    const row = jsonFields(parseJson(line))
    const type = row?.text('type')
    if (row === undefined || type === undefined) return undefined
    const name = row.text('name') ?? ''
    const reported = row.text('file') ?? name
    const file = place.locate(reported)
    if (type === 'stderr') {
      if (file !== undefined) stderr.set(file, place.clean(row.text('text') ?? ''))
      continue
    }
    const nesting = row.number('nesting') ?? 0
    const isFile = name === reported || (isAbsolute(name) && place.locate(name) === file)
    around.length = Math.min(around.length, nesting)
    if (type === 'start') {
      around[nesting] = isFile ? '' : name
      continue
    }
    const passed = row.flag('passed')
    if (file === undefined || row.flag('dropped')) continue
    if (isFile || isOwnName(name, file)) {
      if (!passed) broken.set(file, place.clean(row.text('message') ?? ''))
      continue
    }
    const names = [...around.slice(0, nesting), name].filter((part) => part !== undefined && part !== '')
    tests.push({ names, file, passed, message: passed ? '' : place.clean(row.text('message') ?? '') })
  }
  return {
    runner: 'node',
    tests: uniqueIds(tests),
    broken: [...broken].map(
      ([file, message]): BrokenFile => ({ file, message: stderr.get(file) || message }),
    ),
  }
}

/** Whether a test is its file: newer versions name it relative to the current folder. */
const isOwnName = (name: string, file: string): boolean =>
  name === file || (name.includes('/') && file.endsWith(`/${name}`))
