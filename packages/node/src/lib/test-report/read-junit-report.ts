import type { BrokenFile, TestReport } from '@amelia/core/plugin'
import sax from 'sax'
import type { ReportPlace } from './report-place.ts'
import { type NamedTest, uniqueIds } from './unique-ids.ts'

/**
 * Reads the JUnit report of pytest, of the family `xunit1`, which contains file names. Undefined for text
 * that is not XML.
 *
 * A case without a class is a file that could not be collected. A missing fixture is a missing helper, so its
 * file counts as broken. Entities defined in the document are not expanded.
 */
export const readJunitReport = (text: string, place: ReportPlace): TestReport | undefined => {
  const cases = readCases(text)
  if (cases === undefined) return undefined
  const tests: NamedTest[] = []
  const broken: BrokenFile[] = []
  for (const { name, module, path, problem } of cases) {
    const file = path === undefined ? undefined : place.locate(path)
    if (file === undefined || path === undefined || problem?.kind === 'skipped') continue
    const message = problem === undefined ? '' : place.clean(problem.message || problem.text)
    const helper = problem?.kind === 'error' && /fixture '[^'\n]{1,200}' not found/.test(message)
    if (module === '' || helper)
      broken.push({ file, message: helper ? message : place.clean(problem?.text ?? '') })
    else
      tests.push({ names: [...classesOf(module, path), name], file, passed: problem === undefined, message })
  }
  return { runner: 'pytest', tests: uniqueIds(tests), broken }
}

interface Problem {
  kind: 'failure' | 'error' | 'skipped'
  message: string
  text: string
}

interface Case {
  name: string
  /** The module's dotted name, and the classes in it. */
  module: string
  path: string | undefined
  /** The first problem reported for it. */
  problem: Problem | undefined
}

const readCases = (text: string): Case[] | undefined => {
  const cases: Case[] = []
  let current: Case | undefined
  let problem: Problem | undefined
  let error: Error | undefined
  const reader = sax.parser(true, { position: false })
  reader.onerror = (cause) => {
    error ??= cause
    reader.resume()
  }
  reader.onopentag = ({ name, attributes }) => {
    const value = (key: string): string | undefined => {
      const found = attributes[key]
      return typeof found === 'string' ? found : found?.value
    }
    if (name === 'testcase') {
      current = {
        name: value('name') ?? '',
        module: value('classname') ?? '',
        path: value('file'),
        problem: undefined,
      }
      cases.push(current)
    } else if (current !== undefined && (name === 'failure' || name === 'error' || name === 'skipped')) {
      problem = { kind: name, message: value('message') ?? '', text: '' }
      current.problem ??= problem
    }
  }
  reader.ontext = (part) => {
    if (problem !== undefined) problem.text += part
  }
  reader.oncdata = reader.ontext
  reader.onclosetag = (name) => {
    if (name === 'testcase') current = undefined
    if (name === 'failure' || name === 'error' || name === 'skipped') problem = undefined
  }
  reader.write(text).close()
  return error === undefined && text.trim() !== '' ? cases : undefined
}

/** `tests.test_a.TestAdd.TestMore` in `tests/test_a.py`: TestAdd, TestMore. */
const classesOf = (module: string, path: string): string[] => {
  const own = path.replace(/\.py$/, '').replaceAll('/', '.')
  if (module === own) return []
  return module.startsWith(`${own}.`) ? module.slice(own.length + 1).split('.') : [module]
}
