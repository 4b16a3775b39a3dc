import { describe, expect, it } from 'vitest'
import type { BrokenFile, TestReport, TestResult } from '../../contract/test-report.ts'
import { judgeGreen } from './judge-green.ts'

const a = 'test/a.test.js'
const test = (name: string, message = '', file = a): TestResult => ({
  id: `${file} > ${name}`,
  file,
  passed: message === '',
  message,
})
const runners: TestReport['runner'][] = ['node', 'vitest', 'jest', 'pytest']
const no = (reason: string) => ({ green: false, reason })
const red = { tests: [`${a} > adds`], files: [] as string[] }
const nothing = { tests: [], files: [] }

describe.each(runners)('judgeGreen: %s', (runner) => {
  const judge = (
    exitCode: number | null,
    tests: TestResult[],
    expected: { tests: string[]; files: string[] } = red,
    broken: BrokenFile[] = [],
  ) => judgeGreen({ exitCode, report: { runner, tests, broken } }, expected)

  it('when each test that was red is among the passed', () => {
    expect(judge(0, [test('adds'), test('other')])).toEqual({ green: true })
    expect(judge(0, [test('any')], nothing)).toEqual({ green: true })
  })

  it('not when one of them did not run', () => {
    expect(judge(0, [test('other')])).toEqual(no(`${a} > adds did not run`))
    expect(judge(0, [test('other')], { tests: ['one', 'two', 'three'], files: [] })).toEqual(
      no('one and 2 more did not run'),
    )
  })

  it('not by a test of that name in another file', () => {
    expect(judge(0, [test('adds', '', 'test/b.test.js')]).green).toBe(false)
  })

  it('when each file that did not load holds a test that ran', () => {
    const files = { tests: [], files: [a, 'test/b.test.js'] }
    expect(judge(0, [test('any'), test('any', '', 'test/b.test.js')], files)).toEqual({ green: true })
    expect(judge(0, [test('any')], files)).toEqual(no('no test of test/b.test.js ran'))
  })

  it('not when anything fails, whatever the exit code', () => {
    for (const exitCode of [0, 1]) {
      expect(judge(exitCode, [test('adds'), test('other', '3 !== 4\nmore')])).toEqual(
        no(`${a} > other fails: 3 !== 4`),
      )
      expect(
        judge(exitCode, [test('adds')], red, [{ file: 'test/b.test.js', message: 'SyntaxError' }]),
      ).toEqual(no('test/b.test.js did not load: SyntaxError'))
    }
  })

  it('not by any exit code but 0', () => {
    expect(judge(1, [test('adds')])).toEqual(no('exit code 1'))
    expect(judge(null, [test('adds')])).toEqual(no('a signal ended the tests'))
    expect(judge(127, [test('adds')])).toEqual(no('the test command was not found (exit code 127)'))
  })

  it('not when no test ran: process.exit(0) leaves exit code 0', () => {
    for (const expected of [red, nothing, { tests: [], files: [a] }])
      expect(judge(0, [], expected)).toEqual(no('no test ran'))
  })
})

describe('judgeGreen without a report', () => {
  it('goes by the exit code', () => {
    expect(judgeGreen({ exitCode: 0 }, nothing)).toEqual({ green: true })
    expect(judgeGreen({ exitCode: 1 }, nothing)).toEqual(no('exit code 1'))
    for (const exitCode of [126, 127, null]) expect(judgeGreen({ exitCode }, nothing).green).toBe(false)
  })

  it('not when the red named what is to pass: a report is owed', () => {
    const reason = 'the test runner gave no report, so nothing shows that the tests that were red ran'
    expect(judgeGreen({ exitCode: 0 }, red)).toEqual(no(reason))
    expect(judgeGreen({ exitCode: 0 }, { tests: [], files: [a] })).toEqual(no(reason))
  })
})
