import { describe, expect, it } from 'vitest'
import type { TestRun } from '../../../event/evidence.ts'
import { phaseSchema } from '../../../plan/plan-schema.ts'
import { type ComparedRuns, type ComparisonCase, compareRuns } from './compare-runs.ts'
import { declaredPaths } from './declared-paths.ts'

/** A run in which these tests pass; a name with `!` fails. */
const run = (...ids: string[]): TestRun => ({
  exitCode: ids.some((id) => id.endsWith('!')) ? 1 : 0,
  report: {
    runner: 'node',
    tests: ids.map((text) => {
      const id = text.replace('!', '')
      const passed = id === text
      return { id, file: id.split(' > ', 1)[0]!, passed, message: passed ? '' : 'expected 1' }
    }),
    broken: [],
  },
})
const exit = (exitCode: number | null): TestRun => ({ exitCode })

const a1 = 'a.test.js > 1'
const a2 = 'a.test.js > 2'
const b1 = 'b.test.js > 1'
const base = run(a1, a2, b1)

const declare = (body = '', files: string[] = []) =>
  declaredPaths(phaseSchema.parse({ id: 'x', title: 'X', body, files }))

const touched = { path: 'a.test.js', before: `test('1', f)\ntest('2', f)\n`, after: `test('1', f)\n` }

const given = (values: Partial<ComparisonCase> = {}): ComparisonCase => ({
  own: base,
  base,
  touched: [touched],
  declared: declare(),
  awaiting: [],
  ...values,
})

const resultOf = (facts: ComparisonCase, seen: ComparedRuns) => {
  const step = compareRuns(facts, seen)
  if (!('done' in step)) return step
  const { listed, excused, flaky } = step.done
  return { listed: Object.fromEntries(listed), excused, flaky }
}
const none = { listed: {}, excused: [], flaky: [] }

describe('compareRuns with reports', () => {
  it('needs no further run if no test of the base was touched and none is missing', () => {
    expect(resultOf(given({ touched: [] }), {})).toEqual(none)
  })

  it('runs the files of the base on the attempt, and lists tests that fail in them', () => {
    expect(resultOf(given(), {})).toEqual({ run: 'restored', restore: ['a.test.js'] })
    const restored = run(a1, `${a2}!`, b1)
    expect(resultOf(given(), { restored })).toEqual({ run: 'baseAgain', restore: [] })
    const baseAgain = [base, base]
    expect(resultOf(given(), { restored, baseAgain })).toEqual({
      run: 'restoredAgain',
      restore: ['a.test.js'],
    })
    expect(resultOf(given(), { restored, baseAgain, restoredAgain: [restored, restored] })).toEqual({
      ...none,
      listed: { 'a.test.js': [a2] },
    })
  })

  it('lists nothing if the tests of the base pass and none is missing', () => {
    expect(resultOf(given(), { restored: base })).toEqual(none)
  })

  it('lists tests that are missing, though they would pass', () => {
    const seen = { restored: base, baseAgain: [base, base] }
    const own = run(a1, b1)
    expect(resultOf(given({ own }), seen)).toEqual({ run: 'ownAgain', restore: [] })
    expect(resultOf(given({ own }), { ...seen, ownAgain: [own, own] })).toEqual({
      ...none,
      listed: { 'a.test.js': [a2] },
    })
  })

  it('lists every test if the attempt has no report', () => {
    const own = exit(0)
    const seen = { baseAgain: [base, base], ownAgain: [own, own] }
    expect(resultOf(given({ own, touched: [] }), seen)).toMatchObject({
      listed: { 'a.test.js': [a1, a2], 'b.test.js': [b1] },
    })
  })

  it('takes a test of the same name in another file for one that was moved, once', () => {
    const own = run('c.test.js > 1', 'c.test.js > 2', b1)
    expect(resultOf(given({ own }), { restored: base })).toEqual(none)
    const one = run('c.test.js > 2')
    const seen = { restored: base, baseAgain: [base, base], ownAgain: [one, one] }
    expect(resultOf(given({ own: one }), seen)).toMatchObject({
      listed: { 'a.test.js': [a1], 'b.test.js': [b1] },
    })
  })

  it('excuses a file that the plan deletes', () => {
    const own = run(b1)
    const declared = declare('- Delete: `a.test.js`')
    expect(resultOf(given({ own, declared }), { restored: run(b1) })).toEqual({ ...none, excused: [a1, a2] })
  })

  it('excuses a file that the plan declares, unless it has fewer passing tests', () => {
    const declared = declare('', ['a.test.js'])
    const restored = run(`${a1}!`, a2, b1)
    const own = run('a.test.js > one', a2, b1)
    expect(resultOf(given({ own, declared }), { restored })).toEqual({ ...none, excused: [a1] })
    expect(resultOf(given({ own: run(a2, b1), declared }), { restored })).toMatchObject({ run: 'baseAgain' })
  })

  it('excuses missing tests of a file that does not load until its implementation exists', () => {
    const facts = given({ own: run(b1), awaiting: ['a.test.js'] })
    expect(resultOf(facts, { restored: base })).toEqual({ ...none, excused: [a1, a2] })
    expect(resultOf(facts, { restored: run(`${a1}!`, a2, b1) })).toMatchObject({ run: 'baseAgain' })
  })

  it.each<[string, ComparedRuns]>([
    ['the base', { baseAgain: [base, run(a1, `${a2}!`, b1)] }],
    ['the attempt', { baseAgain: [base, base], restoredAgain: [run(a1, `${a2}!`, b1), base] }],
  ])('reports a test as flaky whose result flips on %s', (_, again) => {
    const restored = run(a1, `${a2}!`, b1)
    const seen = { restored, restoredAgain: [restored, restored], ...again }
    expect(resultOf(given(), seen)).toEqual({ ...none, flaky: [a2] })
  })

  it('ignores tests that are red on the base', () => {
    const red = run(`${a1}!`, a2)
    expect(resultOf(given({ base: red, own: run(a2) }), { restored: run(a2) })).toEqual(none)
  })

  it('takes helpers from the base too, and names them if tests fail with them', () => {
    const helper = { path: 'test/helper.js', before: 'a', after: 'b' }
    const facts = given({ touched: [helper] })
    expect(resultOf(facts, {})).toEqual({ run: 'restored', restore: ['test/helper.js'] })
    const restored = run(a1, a2, `${b1}!`)
    const again = { baseAgain: [base, base], restoredAgain: [restored, restored] }
    expect(resultOf(facts, { restored, ...again })).toMatchObject({ listed: { 'test/helper.js': [b1] } })
    expect(resultOf(given({ touched: [helper], declared: declare('', ['test/helper.js']) }), {})).toEqual(
      none,
    )
  })

  it('does not undo a source file that contains tests', () => {
    const inSource = run('src/a.ts > 1')
    const file = { path: 'src/a.ts', before: 'if (import.meta.vitest) {}', after: '' }
    expect(resultOf(given({ base: inSource, own: inSource, touched: [file] }), {})).toEqual(none)
  })
})

describe('compareRuns without a report on the base', () => {
  const facts = (values: Partial<ComparisonCase> = {}) => given({ base: exit(0), own: exit(0), ...values })

  it('judges the files of the base by their exit code on the attempt', () => {
    expect(resultOf(facts(), {})).toEqual({ run: 'restored', restore: ['a.test.js'] })
    expect(resultOf(facts(), { restored: exit(0) })).toEqual(none)
    const restored = exit(1)
    expect(resultOf(facts(), { restored })).toEqual({ run: 'baseAgain', restore: [] })
    const again = { baseAgain: [exit(0), exit(0)], restoredAgain: [restored, restored] }
    expect(resultOf(facts(), { restored, ...again })).toEqual({ ...none, listed: { 'a.test.js': ['2'] } })
    expect(resultOf(facts(), { restored, ...again, baseAgain: [exit(0), exit(1)] })).toEqual({
      ...none,
      flaky: ['a.test.js'],
    })
  })

  it('reads the declarations if the base itself fails', () => {
    expect(resultOf(facts({ base: exit(1) }), {})).toEqual({ ...none, listed: { 'a.test.js': ['2'] } })
    const more = { ...touched, after: `${touched.before}test('3', f)\n` }
    expect(resultOf(facts({ base: exit(1), touched: [more] }), {})).toEqual(none)
  })

  it('excuses files by what the plan says of them', () => {
    const declared = declare('', ['a.test.js'])
    expect(resultOf(facts({ declared }), {})).toMatchObject({ run: 'restored' })
    const same = { ...touched, after: `test('1', f)\ntest('two', f)\n` }
    const excused = { ...none, excused: ['a.test.js'] }
    expect(resultOf(facts({ declared, touched: [same] }), {})).toEqual(excused)
    expect(resultOf(facts({ declared: declare('Delete `a.test.js`') }), {})).toEqual(excused)
  })
})
