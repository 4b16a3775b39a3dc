import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readJsonReport } from './read-json-report.ts'
import { readJunitReport } from './read-junit-report.ts'
import { readNodeReport } from './read-node-report.ts'
import { readReportFile } from './read-report-file.ts'
import { reportPlace } from './report-place.ts'
import { uniqueIds } from './unique-ids.ts'

const recorded = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../../test/fixtures/reports', name), 'utf8')
const place = reportPlace(['/project'], '/project', () => true)

describe('a report that jest 30 wrote', () => {
  const report = readJsonReport('jest', recorded('jest.json'), place)

  it('names the tests that ran, without skipped ones', () => {
    expect(report?.tests.map(({ id, passed }) => `${passed ? 'passed' : 'failed'} ${id}`)).toEqual([
      'passed test/a.test.js > outer > inner > x > a',
      'passed test/a.test.js > outer > inner > x > a (2)',
      'failed test/a.test.js > two',
      'passed test/a.test.js > top',
      'failed test/hook.test.js > m',
      'failed test/export.test.js > m',
    ])
    expect(report?.tests[2]?.message).toMatch(
      /^Error: expect\(received\)[^]*at Object\.toBe \(<workspace>\/test\/a\.test\.js/,
    )
    expect(report?.tests[3]?.message).toBe('')
  })

  it('names the files that did not load, and why', () => {
    const said = Object.fromEntries(report?.broken.map(({ file, message }) => [file, message]) ?? [])
    expect(said).toEqual({
      'test/absent.test.js': expect.stringContaining(
        "Cannot find module '../src/add' from 'test/absent.test.js'",
      ) as string,
      'test/pkg.test.js': expect.stringContaining("Cannot find module 'left-pad' from") as string,
      'test/alias.test.js': expect.stringContaining("Cannot find module '@/x' from") as string,
      'test/syn.test.js': expect.stringContaining('SyntaxError: <workspace>/test/syn.test.js') as string,
      'test/empty.test.js': expect.stringContaining('must contain at least one test') as string,
    })
  })
})

describe('a report that pytest 9 wrote', () => {
  it('names what ran, classes and parameters included, without what was skipped or expected to fail', () => {
    const report = readJunitReport(recorded('pytest.xml'), place)
    expect(report?.tests.map(({ id, passed }) => `${passed ? 'passed' : 'failed'} ${id}`)).toEqual([
      'failed sub/test_sub.py > test_red',
      'failed tests/test_hooks.py > test_setup',
      'failed tests/test_hooks.py > test_teardown',
      'passed tests/test_ok.py > test_adds',
      'passed tests/test_ok.py > TestCalc > TestInner > test_deep',
      'passed tests/test_ok.py > TestCalc > test_each[a]',
      'passed tests/test_ok.py > TestCalc > test_each[b > c]',
      'passed tests/test_ok.py > TestCalc > test_each[<&"\\n]',
      'passed tests/test_ok.py > Old > test_old',
      'failed tests/test_red.py > test_red',
    ])
    expect(report?.tests[0]?.message).toMatch(/^AssertionError: .*\nassert 3 == 4\n/)
    expect(report?.broken.map(({ file }) => file)).toEqual(['sub/test_sub.py', 'tests/test_red.py'])
    expect(report?.broken[0]?.message).toContain("fixture 'nope' not found")
  })

  it('names the files that were not collected, and why', () => {
    const report = readJunitReport(recorded('pytest-broken.xml'), place)
    expect(report?.tests).toEqual([])
    expect(Object.fromEntries(report?.broken.map(({ file, message }) => [file, message]) ?? [])).toEqual({
      'tests/test_absent.py': expect.stringContaining("No module named 'calc.mul'") as string,
      'tests/test_export.py': expect.stringContaining(
        "cannot import name 'mul' from 'calc' (<workspace>/calc/__init__.py)",
      ) as string,
      'tests/test_package.py': expect.stringContaining("No module named 'numpyx'") as string,
      'tests/test_syntax.py': expect.stringContaining('SyntaxError: invalid syntax') as string,
    })
  })

  it('has no tests if none were found', () => {
    expect(readJunitReport('<testsuites><testsuite tests="0"/></testsuites>', place)).toEqual({
      runner: 'pytest',
      tests: [],
      broken: [],
    })
  })

  it('does not expand entities of the document, however nested', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><testsuites><testcase name="&b;"/></testsuites>`
    expect(readJunitReport(bomb, place)).toBeUndefined()
  })
})

describe('text that is not a report', () => {
  it.each(['', ' ', 'null', '{}', '{"testResults":{}}', '{"testResults":[1]}', '{"testResults":[{}]}', '{'])(
    'of vitest and jest: %j',
    (text) => {
      expect(readJsonReport('vitest', text, place)).toBeUndefined()
    },
  )

  it.each(['', 'text', '<testsuites>', '<a></b>', '<testcase name=x/>'])('of pytest: %j', (text) => {
    expect(readJunitReport(text, place)).toBeUndefined()
  })

  it.each(['text\n', '{}\n', '[]\n', '{"type":1}\n'])('of node: %j', (text) => {
    expect(readNodeReport(text, place)).toBeUndefined()
  })
})

describe('readNodeReport', () => {
  const rows = (...list: object[]): string => list.map((row) => `${JSON.stringify(row)}\n`).join('')
  const file = '/project/test/a.test.js'
  const end = { type: 'end', name: 'adds', nesting: 0, file, passed: true, dropped: false, message: '' }

  it('ignores an incomplete last line', () => {
    expect(readNodeReport(`${rows(end)}{"type":"end","na`, place)?.tests).toHaveLength(1)
    expect(readNodeReport('', place)).toEqual({ runner: 'node', tests: [], broken: [] })
  })

  it('never counts a file as a test, however a version of node names it', () => {
    for (const name of [file, 'test/a.test.js']) {
      expect(readNodeReport(rows({ ...end, name }), place)).toMatchObject({ tests: [], broken: [] })
      expect(
        readNodeReport(rows({ ...end, name, passed: false, message: 'test failed' }), place),
      ).toMatchObject({ tests: [], broken: [{ file: 'test/a.test.js', message: 'test failed' }] })
    }
  })

  it('drops paths outside the workspace', () => {
    expect(readNodeReport(rows({ ...end, file: '/elsewhere/a.test.js' }), place)?.tests).toEqual([])
  })
})

describe('uniqueIds', () => {
  const ids = (...names: string[]): string[] =>
    uniqueIds(names.map((name) => ({ file: 'a', names: [name], passed: true, message: '' }))).map(
      ({ id }) => id,
    )

  it('distinguishes tests of one name, also from a test named like a suffixed one', () => {
    expect(ids('x', 'x', 'y', 'x')).toEqual(['a > x', 'a > x (2)', 'a > y', 'a > x (3)'])
    expect(new Set(ids('x', 'x', 'x (2)', 'x', 'x (2)')).size).toBe(5)
    expect(new Set(ids('x (2)', 'x', 'x', 'x')).size).toBe(4)
  })

  it('takes linear time for tests of one name', () => {
    expect(new Set(ids(...Array.from({ length: 50_000 }, () => 'x'))).size).toBe(50_000)
  })
})

describe('reportPlace', () => {
  it('returns paths below any of its roots, relative to the folder of the command', () => {
    const both = reportPlace(
      ['/real/w', '/link/w'],
      '/real/w/packages/a',
      (file) => file !== '/real/w/packages/a/up.py',
    )
    expect(both.locate('/real/w/test/a.js')).toBe('test/a.js')
    expect(both.locate('/link/w/test/a.js')).toBe('test/a.js')
    expect(both.locate('file:///real/w/test/a%20b.js')).toBe('test/a b.js')
    expect(both.locate('test/a.py')).toBe('packages/a/test/a.py')
    expect(both.locate('up.py')).toBe('packages/up.py')
    for (const path of ['', '/real/w', '/real/other/a.js', '/real/w2/a.js', '../../../a.js', 'file://%'])
      expect(both.locate(path)).toBeUndefined()
  })

  it('cleans messages of ANSI codes and paths of this machine, and cuts long ones', () => {
    expect(place.clean('\u001b[31mat /project/a.js:1\u001b[39m')).toBe('at <workspace>/a.js:1')
    const spaced = reportPlace(['/a b/w'], '/a b/w')
    expect(spaced.clean('file:///a%20b/w/x.js, /a b/w/x.js')).toBe('<workspace>/x.js, <workspace>/x.js')
    const long = place.clean(`first\n${'x'.repeat(1_000_000)}\nlast`)
    expect(long.length).toBeLessThan(9_000)
    expect(long).toMatch(/^first\n[^]*\n\.\.\.\n[^]*last$/)
  })
})

it('readReportFile reads a regular file of a bounded size and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-report-file-'))
  try {
    const file = join(folder, 'report')
    writeFileSync(file, 'text')
    symlinkSync(file, join(folder, 'link'))
    expect(await readReportFile(file)).toEqual({ text: 'text' })
    expect(await readReportFile(file, 4)).toEqual({ text: 'text' })
    expect(await readReportFile(file, 3)).toBe('refused')
    expect(await readReportFile(join(folder, 'link'))).toBe('refused')
    expect(await readReportFile(folder)).toBe('refused')
    expect(await readReportFile(join(folder, 'none'))).toBe('absent')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
