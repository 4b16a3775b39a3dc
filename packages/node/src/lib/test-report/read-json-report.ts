import type { BrokenFile, TestReport } from '@amelia/core/plugin'
import { jsonFields, parseJson } from './json-fields.ts'
import type { ReportPlace } from './report-place.ts'
import { type NamedTest, uniqueIds } from './unique-ids.ts'

/**
 * Reads the JSON report of vitest or jest, whose format is the same. Undefined for any other text.
 *
 * A file that failed without a failed test did not load, or its hooks failed.
 */
export const readJsonReport = (
  runner: 'vitest' | 'jest',
  text: string,
  place: ReportPlace,
): TestReport | undefined => {
  const files = jsonFields(parseJson(text))?.list('testResults')
  if (files === undefined) return undefined
  const tests: NamedTest[] = []
  const broken: BrokenFile[] = []
  for (const entry of files) {
    const row = jsonFields(entry)
    const results = row?.list('assertionResults')
    if (row === undefined || results === undefined) return undefined
    const file = place.locate(row.text('name') ?? '')
    if (file === undefined) continue
    let failed = false
    for (const result of results) {
      const test = jsonFields(result)
      const status = test?.text('status')
      if (test === undefined || (status !== 'passed' && status !== 'failed')) continue
      const passed = status === 'passed'
      failed ||= !passed
      const [first] = test.list('failureMessages') ?? []
      const names = [...(test.list('ancestorTitles') ?? []), test.text('title')].filter(
        (name): name is string => typeof name === 'string' && name !== '',
      )
      const message = passed ? '' : place.clean(typeof first === 'string' ? first : '')
      tests.push({ names, file, passed, message })
    }
    if (row.text('status') === 'failed' && !failed)
      broken.push({ file, message: place.clean(row.text('message') ?? '') })
  }
  return { runner, tests: uniqueIds(tests), broken }
}
