import { describe, expect, it } from 'vitest'
import type { BrokenFile, TestReport, TestResult } from '../../../contract/test-report.ts'
import type { RedVerdict } from '../../../event/evidence.ts'
import { judgeRed } from './judge-red.ts'

interface Sample {
  /** A test file of the attempt. */
  own: string
  /** A test file that was there before. */
  other: string
  promised: string
  failure: string
  absent: string
  packageAbsent: string
  unparsed: string
}
const samples: Record<TestReport['runner'], Sample> = {
  node: {
    own: 'test/a.test.js',
    other: 'test/old.test.js',
    promised: 'src/add.js',
    failure: 'Expected values to be strictly equal:\n\n3 !== 4\n',
    absent: `Error [ERR_MODULE_NOT_FOUND]: Cannot find module '<workspace>/src/add.js' imported from <workspace>/test/a.test.js`,
    packageAbsent: `Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad' imported from <workspace>/test/a.test.js`,
    unparsed: 'SyntaxError: Unexpected end of input',
  },
  vitest: {
    own: 'test/a.test.ts',
    other: 'test/old.test.ts',
    promised: 'src/add.ts',
    failure: 'AssertionError: expected 3 to be 4 // Object.is equality',
    absent: `Cannot find module '../src/add.js' imported from '<workspace>/test/a.test.ts'`,
    packageAbsent: `Failed to load url left-pad (resolved id: left-pad) in <workspace>/test/a.test.ts. Does the file exist?`,
    unparsed: 'Error: Parse failure: Expected `,` or `)` but found `EOF`\nUnexpected token',
  },
  jest: {
    own: 'test/a.test.js',
    other: 'test/old.test.js',
    promised: 'src/add.js',
    failure: 'Error: expect(received).toBe(expected) // Object.is equality',
    absent: `  ● Test suite failed to run\n\n    Cannot find module '../src/add' from 'test/a.test.js'`,
    packageAbsent: `  ● Test suite failed to run\n\n    Cannot find module 'left-pad' from 'test/a.test.js'`,
    unparsed:
      '  ● Test suite failed to run\n\n    SyntaxError: <workspace>/test/a.test.js: Unexpected token (3:0)',
  },
  pytest: {
    own: 'tests/test_a.py',
    other: 'tests/test_old.py',
    promised: 'calc/add.py',
    failure: 'assert 3 == 4\n +  where 3 = add(1, 2)',
    absent: `collection failure\nE   ModuleNotFoundError: No module named 'calc.add'`,
    packageAbsent: `collection failure\nE   ModuleNotFoundError: No module named 'numpy'`,
    unparsed: `collection failure\nE   SyntaxError: '(' was never closed`,
  },
}

const test = (file: string, name: string, message = ''): TestResult => ({
  id: `${file} > ${name}`,
  file,
  passed: message === '',
  message,
})
const no = (reason: string): RedVerdict => ({ red: false, reason })

describe.each(Object.entries(samples))('judgeRed: %s', (name, sample) => {
  const { own, other, promised, failure, absent, packageAbsent, unparsed } = sample
  const runner = name as TestReport['runner']
  const judge = (exitCode: number | null, tests: TestResult[], broken: BrokenFile[] = []): RedVerdict =>
    judgeRed(
      { exitCode, report: { runner, tests, broken } },
      { testFiles: [own, 'test/a.test.js.snap'], promised: [promised] },
    )
  const passed = test(own, 'works already')
  const failed = test(own, 'adds', failure)
  const line = failure.split('\n')[0] ?? ''

  it('a named test that fails', () => {
    expect(judge(1, [passed, failed, test(own, 'adds (2)', failure)])).toEqual({
      red: true,
      strength: 'assertion',
      reason: `${own} > adds: ${line}`,
      tests: [`${own} > adds`, `${own} > adds (2)`],
      files: [],
    })
  })

  it('not a test that failed before the attempt', () => {
    const report = { runner, tests: [failed], broken: [] }
    const base = { exitCode: 1, report }
    expect(judgeRed({ exitCode: 1, report }, { testFiles: [own], promised: [promised], base })).toEqual(
      no(`only ${own} > adds fails, which failed before this attempt`),
    )
  })

  it('a file that does not load because the implementation is absent', () => {
    const verdict = judge(1, [test(other, 'old')], [{ file: own, message: absent }])
    expect(verdict).toMatchObject({ red: true, strength: 'absence', tests: [], files: [own] })
    expect(verdict.reason).toMatch(/^tests?\/.* is absent$/)
  })

  it('both: the stronger counts', () => {
    const verdict = judge(1, [failed], [{ file: own, message: absent }])
    expect(verdict).toMatchObject({
      red: true,
      strength: 'assertion',
      tests: [`${own} > adds`],
      files: [own],
    })
  })

  it('not by a file that does not load for another reason, whatever else fails', () => {
    for (const message of [packageAbsent, unparsed]) {
      const verdict = judge(1, [failed], [{ file: own, message }])
      expect(verdict).toEqual(no(expect.stringMatching(/: .*(not installed|does not parse)/) as string))
    }
  })

  it('not when only a file of someone else fails', () => {
    expect(judge(1, [passed, test(other, 'old', failure)])).toEqual(
      no(`only ${other} fails, which is not a test file of this attempt: ${line}`),
    )
    expect(judge(1, [passed], [{ file: other, message: absent }])).toMatchObject({
      red: false,
      reason: expect.stringContaining(`only ${other} fails`) as string,
    })
  })

  it('other failures are not in the list of tests that must pass', () => {
    expect(
      judge(1, [failed, test(other, 'old', failure)], [{ file: other, message: unparsed }]),
    ).toMatchObject({ red: true, tests: [failed.id], files: [] })
  })

  it('not when the tests pass', () => {
    expect(judge(0, [passed])).toEqual(no('the tests pass without the implementation'))
    expect(judge(1, [passed])).toEqual(
      no('the tests pass without the implementation; the exit code 1 is not theirs'),
    )
  })

  it('not when no test ran, whatever the exit code', () => {
    for (const exitCode of [0, 1, 5]) expect(judge(exitCode, [])).toEqual(no('no test ran'))
    expect(judge(1, [test(other, 'old')])).toEqual(no('no test of this attempt ran'))
  })

  it('not by a test that ends its process', () => {
    const exits = test(own, 'ends', 'Error: process.exit unexpectedly called with "0"\n    at x')
    expect(judge(1, [failed, exits])).toEqual(no(`${own} > ends calls process.exit`))
  })

  it('not when the exit code hides the failure', () => {
    expect(judge(0, [failed])).toEqual(no('tests fail, but the exit code is 0'))
  })

  it('not when the command did not run to its end, whatever was reported', () => {
    expect(judge(126, [failed])).toEqual(no('the test command could not be started (exit code 126)'))
    expect(judge(127, [failed])).toEqual(no('the test command was not found (exit code 127)'))
    expect(judge(null, [failed])).toEqual(no('a signal ended the tests'))
  })
})

describe('judgeRed without a report', () => {
  const judge = (exitCode: number | null) =>
    judgeRed({ exitCode }, { testFiles: ['a_test.go'], promised: [] })

  it('rests on the exit code and says so', () => {
    for (const exitCode of [1, 2, 5, 101])
      expect(judge(exitCode)).toEqual({
        red: true,
        strength: 'exit-code',
        reason: `exit code ${exitCode}, and the test runner gave no report`,
        tests: [],
        files: [],
      })
    expect(judge(0)).toEqual(no('the tests pass without the implementation, by their exit code alone'))
  })

  it('not when the command did not run to its end', () => {
    for (const exitCode of [126, 127, null]) expect(judge(exitCode).red).toBe(false)
  })
})

it('keeps a reason to one line of what a terminal may show', () => {
  const message = `\u001b[31m${'x'.repeat(5_000)}\u001b[39m\nmore`
  const report = { runner: 'node' as const, tests: [test('a.test.js', 'a', message)], broken: [] }
  const { reason } = judgeRed({ exitCode: 1, report }, { testFiles: ['a.test.js'], promised: [] })
  expect(reason).toMatch(/^a\.test\.js > a: x+…$/)
  expect(reason.length).toBeLessThan(250)
})

describe('judgeRed: a run without a report', () => {
  const context = { testFiles: ['test/a.test.js'], promised: ['src/add.js'] }
  const base = { exitCode: 0, report: { runner: 'node' as const, tests: [], broken: [] } }
  const judge = (output: string, more = {}): RedVerdict =>
    judgeRed({ exitCode: 1, output }, { ...context, ...more })

  it.each([
    ['undefined: Add', 'exit code 1, and the test runner gave no report'],
    ['AssertionError: expected SyntaxError to be thrown', 'exit code 1, and the test runner gave no report'],
    [
      "Error: Cannot find module '../src/add.js' imported from test/a.test.js",
      'exit code 1, and the test runner gave no report: module src/add.js is absent',
    ],
    [
      "SyntaxError: The requested module '../src/add.js' does not provide an export named 'add'",
      'exit code 1, and the test runner gave no report: an export of ../src/add.js is absent',
    ],
  ])('is red by its exit code: %s', (output, reason) => {
    expect(judge(output)).toEqual({ red: true, strength: 'exit-code', reason, tests: [], files: [] })
  })

  it.each([
    ['SyntaxError: Unexpected token', 'a test file does not parse'],
    ["  File 'x'\n    SyntaxError: invalid syntax", 'a test file does not parse'],
    ['E   SyntaxError: invalid syntax', 'a test file does not parse'],
    ['No test files found, exiting with code 1', 'no test ran'],
    ['test/a.test.ts(1,2): error TS1005: expected', 'a test file does not parse'],
    [
      "Error: Cannot find package 'left-pad' imported from test/a.test.js",
      'package left-pad is not installed',
    ],
    ["ModuleNotFoundError: No module named 'numpy'", 'numpy is not installed'],
  ])('is not red if it ended before the tests: %s', (output, reason) => {
    expect(judge(output)).toMatchObject({ red: false, reason: expect.stringContaining(reason) as string })
  })

  it('is not red if the runner gave a report of the base, unless what is absent is to come', () => {
    expect(judge('lint failed', { base })).toEqual(
      no('the test runner gave no report, so the tests did not run'),
    )
    expect(judge("error TS2307: Cannot find module '../src/add.js'", { base })).toMatchObject({ red: true })
  })
})

it('each new file must have a red test where all tests of a phase come first', () => {
  const report = (...tests: TestResult[]): TestReport => ({ runner: 'node', tests, broken: [] })
  const tests = [test('a.test.js', 'adds', '3 !== 4'), test('b.test.js', 'works')]
  const context = { testFiles: ['a.test.js', 'b.test.js'], promised: [] }
  const judge = (more: object) => judgeRed({ exitCode: 1, report: report(...tests) }, { ...context, ...more })
  expect(judge({ every: true })).toEqual(no('the tests of b.test.js pass without the implementation'))
  expect(judge({ every: true, base: { exitCode: 0, report: report(tests[1]!) } })).toMatchObject({
    red: true,
  })
  expect(judge({})).toMatchObject({ red: true })
})

it('a module of Python counts if the plan names it in words, where no file is declared', () => {
  const report = (module: string): TestReport => ({
    runner: 'pytest',
    tests: [],
    broken: [{ file: 'tests/test_a.py', message: `ModuleNotFoundError: No module named '${module}'` }],
  })
  const judge = (module: string, words: string[]) =>
    judgeRed(
      { exitCode: 2, report: report(module) },
      { testFiles: ['tests/test_a.py'], promised: [], open: { words } },
    ).red
  expect(judge('slug', ['slug'])).toBe(true)
  expect(judge('shop.slugify', ['slug'])).toBe(true)
  expect(judge('numpy', ['slug'])).toBe(false)
  expect(judge('tests.helper', ['helper'])).toBe(false)
})
