import type { PlanParserV1 } from '../../contract/plan-parser.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { makeCase } from '../make-case.ts'
import { excerpt, linesOf, proses } from './strangers.ts'

/** Returns the cases of a parser's `fix`, on documents and other texts. */
export const parserFixCases = (
  parser: PlanParserV1,
  samples: readonly string[],
  all: readonly string[],
): ContractCase[] => {
  const test = (name: string, body: (fix: (source: string) => string) => void): ContractCase =>
    makeCase(name, { 'parser.fix': parser.fix }, async () => body((source) => fixOnce(parser, source)))
  return [
    test('a fix of any text returns a text with as many lines', (fix) => {
      for (const text of all)
        ensureEqual(
          linesOf(fix(text)).length,
          linesOf(text).length,
          `the number of lines of ${excerpt(text)}`,
        )
    }),
    test('fixing twice is fixing once', (fix) => {
      for (const text of all) {
        const fixed = fix(text)
        ensureEqual(fix(fixed), fixed, `the second fix of ${excerpt(text)}`)
      }
    }),
    test('a fix keeps prose, line endings and the byte order mark', (fix) => {
      for (const text of proses) ensureEqual(fix(text), text, `the fix of the prose ${excerpt(text)}`)
      for (const text of samples) {
        const fixed = fix(text)
        const windows = `\ufeff${fixed.replaceAll(/\r\n|\r|\n/g, '\r\n')}`
        ensureEqual(fix(windows), windows, `the fix of a fixed document with CRLF and a byte order mark`)
      }
    }),
    test('a fixed document is read without errors', (fix) => {
      for (const text of samples) {
        const errors = parser.parse(fix(text)).issues.filter(({ severity }) => severity === 'error')
        ensureEqual(errors, [], `errors of the fixed ${excerpt(text)}`)
      }
    }),
  ]
}

/** Calls `fix` as a method, because the parser may be an instance of a class. */
const fixOnce = (parser: PlanParserV1, source: string): string => {
  const fixed: unknown = parser.fix?.(source)
  ensure(typeof fixed === 'string', `the fix of ${excerpt(source)} is a text`)
  return fixed
}
