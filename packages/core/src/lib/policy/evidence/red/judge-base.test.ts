import { describe, expect, it } from 'vitest'
import type { BrokenFile, TestReport, TestResult } from '../../../contract/test-report.ts'
import { judgeBase } from './judge-base.ts'

const runners: TestReport['runner'][] = ['node', 'vitest', 'jest', 'pytest']
const passed: TestResult = { id: 'a > b', file: 'a', passed: true, message: '' }
const failed: TestResult = { id: 'a > c', file: 'a', passed: false, message: '3 !== 4' }
const no = (reason: string) => ({ ok: false, reason })

describe.each(runners)('judgeBase: %s', (runner) => {
  const judge = (exitCode: number | null, tests: TestResult[], broken: BrokenFile[] = []) =>
    judgeBase({ exitCode, report: { runner, tests, broken } })

  it('is sound when every test passes', () => {
    expect(judge(0, [passed])).toEqual({ ok: true })
  })

  it('is sound without tests, whatever the exit code', () => {
    for (const exitCode of [0, 1, 4, 5]) expect(judge(exitCode, [])).toEqual({ ok: true })
  })

  it('is not when a test fails, whatever the exit code', () => {
    for (const exitCode of [0, 1])
      expect(judge(exitCode, [passed, failed])).toEqual(no('a > c fails: 3 !== 4'))
  })

  it('is not when a file does not load', () => {
    expect(judge(1, [passed], [{ file: 'b', message: 'SyntaxError: x\nat' }])).toEqual(
      no('b does not load: SyntaxError: x'),
    )
    expect(judge(1, [], [{ file: 'b', message: '' }]).ok).toBe(false)
  })

  it('is not when something else than a test fails', () => {
    expect(judge(2, [passed])).toEqual(no('every test passes, but the exit code is 2'))
  })

  it('is not known when the command did not run to its end', () => {
    for (const exitCode of [126, 127, null]) expect(judge(exitCode, []).ok).toBe(false)
  })
})

it('without a report goes by the exit code, and by the one of pytest without tests', () => {
  for (const exitCode of [0, 5]) expect(judgeBase({ exitCode })).toEqual({ ok: true })
  expect(judgeBase({ exitCode: 1 })).toEqual(no('exit code 1, and the test runner gave no report'))
  for (const exitCode of [126, 127, null]) expect(judgeBase({ exitCode }).ok).toBe(false)
})
