import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../contract/check-result.ts'
import type { TestRun } from '../../event/evidence.ts'
import type { EvidenceCase, EvidenceCheck, Observed } from './evidence-step.ts'
import { nextEvidence } from './next-evidence.ts'

const test: EvidenceCheck = { name: 'test', argv: ['npm', 'test'], when: 'always' }
const build: EvidenceCheck = { name: 'build', argv: ['build'], when: 'green' }
const audit: EvidenceCheck = { name: 'audit', argv: ['audit'], when: 'end' }
const lint: EvidenceCheck = { name: 'lint', argv: ['lint'], when: 'always' }

const tests = (...subtasks: string[]) => ({ subtasks, files: [], promised: [] })
const none = { paid: [], leaveOut: [], leftOut: [], toPay: [] }

const given = (values: Partial<EvidenceCase<EvidenceCheck>> = {}): EvidenceCase<EvidenceCheck> => ({
  phaseId: 'a',
  commit: 'commit',
  base: 'base',
  on: 'attempt',
  checks: [lint, test, build, audit],
  asked: { implements: true, own: tests('1'), owed: tests(), answers: new Map() },
  files: { own: ['a.test.ts'], owed: [] },
  debts: none,
  ...values,
})
const owing = (values: Partial<EvidenceCase<EvidenceCheck>> = {}) =>
  given({
    asked: { implements: false, own: tests(), owed: tests('1'), answers: new Map() },
    files: { own: [], owed: ['a.test.ts'] },
    ...values,
  })

const run = (passed: boolean, name = 'works'): TestRun => ({
  exitCode: passed ? 0 : 1,
  report: {
    runner: 'vitest',
    tests: [{ id: `a.test.ts > ${name}`, file: 'a.test.ts', passed, message: passed ? '' : 'expected 1' }],
    broken: [],
  },
})
const empty: TestRun = { exitCode: 0, report: { runner: 'vitest', tests: [], broken: [] } }
const result = (values: Partial<CheckResult> = {}): CheckResult => ({
  name: 'test',
  argv: ['npm', 'test'],
  passed: true,
  exitCode: 0,
  output: 'out',
  durationMs: 1,
  ...values,
})
const green = { checks: [result()], run: run(true) }
const seen = (testRun: TestRun, values: Partial<CheckResult> = {}) => ({
  result: result(values),
  run: testRun,
})

const problemOf = (facts: EvidenceCase<EvidenceCheck>, observed: Observed): unknown => {
  const step = nextEvidence(facts, observed)
  return 'done' in step ? step.done.evidence.problem : step
}

describe('nextEvidence', () => {
  it('runs the checks on the full commit first, without those for the end', () => {
    expect(nextEvidence(given(), {})).toEqual({
      run: 'green',
      tree: { commit: 'commit', overlays: [] },
      checks: [lint, test, build],
    })
  })

  it('leaves out tests of later phases, and skips checks that need green', () => {
    const leaveOut = [{ from: 'older', paths: ['o.test.ts'] }]
    const files = { own: ['a.test.ts'], owed: ['b.test.ts'] }
    expect(nextEvidence(given({ files, debts: { ...none, leaveOut } }), {})).toEqual({
      run: 'green',
      tree: { commit: 'commit', overlays: [...leaveOut, { from: 'base', paths: ['b.test.ts'] }] },
      checks: [lint, test],
    })
  })

  it('does not ask a phase of red tests to be green', () => {
    expect(nextEvidence(owing(), {})).toEqual({
      run: 'green',
      tree: { commit: 'commit', overlays: [] },
      checks: [lint],
    })
  })

  it('ends with the first check that fails', () => {
    const checks = [result({ passed: false })]
    expect(nextEvidence(given(), { green: { checks } })).toEqual({
      done: { checks, evidence: { paid: [], leftOut: [], changed: [] } },
    })
  })

  it('ends when the tests of a debt are not green', () => {
    const red = {
      testFiles: ['a.test.ts'],
      strength: 'assertion',
      reason: '',
      tests: ['a.test.ts > other'],
      files: [],
    } as const
    const debts = {
      ...none,
      paid: ['t'],
      toPay: [{ of: 't', red: { ...red, testFiles: [...red.testFiles], tests: [...red.tests], files: [] } }],
    }
    expect(problemOf(given({ debts }), { green })).toMatchObject({
      class: 'verification_failed',
      message: expect.stringMatching(/^The tests of phase t are not green: /) as string,
    })
    expect(problemOf(given({ debts }), { green: { checks: green.checks } })).toMatchObject({ run: 'base' })
  })

  it('shows no red on a merged commit', () => {
    expect(nextEvidence(given({ on: 'merged' }), { green })).toEqual({
      done: { checks: green.checks, evidence: { paid: [], leftOut: [], changed: [] } },
    })
  })

  it('shows no red for a phase without tests', () => {
    expect(nextEvidence(given({ asked: undefined }), { green })).toHaveProperty('done')
  })

  it('runs the tests on the base, then the own tests on it, and compares them with green', () => {
    const leaveOut = [{ from: 'older', paths: ['o.test.ts'] }]
    const facts = given({ debts: { ...none, leaveOut } })
    expect(nextEvidence(facts, { green })).toEqual({
      run: 'base',
      tree: { commit: 'base', overlays: leaveOut },
      checks: [test],
    })
    expect(nextEvidence(facts, { green, base: empty })).toEqual({
      run: 'own',
      tree: { commit: 'base', overlays: [...leaveOut, { from: 'commit', paths: ['a.test.ts'] }] },
      checks: [test],
    })
    const step = nextEvidence(facts, { green, base: empty, own: seen(run(false)) })
    expect(step).toMatchObject({
      done: {
        checks: green.checks,
        evidence: { red: { testFiles: ['a.test.ts'], strength: 'assertion', tests: ['a.test.ts > works'] } },
      },
    })
    expect(problemOf(facts, { green, base: empty, own: seen(run(false)) })).toBeUndefined()
  })

  it('ends when the base is red itself, so that red tests for later phases prove nothing', () => {
    const facts = { green: { checks: [] }, base: run(false, 'old'), owed: seen(run(false)) }
    expect(problemOf(owing(), facts)).toMatchObject({
      class: 'environment',
      message: expect.stringContaining('already fail on the base of phase a') as string,
    })
    expect(problemOf(given(), { green, base: run(false, 'old'), own: seen(run(false)) })).toBeUndefined()
    expect(problemOf(given(), { green, base: run(false), own: seen(run(false)) })).toMatchObject({
      message: expect.stringContaining('which failed before this attempt') as string,
    })
  })

  it('ends when tests that are not new fail', () => {
    const other = { id: 'b.test.ts > old', file: 'b.test.ts', passed: false, message: 'expected 2' }
    const both = run(false)
    both.report!.tests.push(other)
    expect(problemOf(owing(), { green: { checks: [] }, base: empty, owed: seen(both) })).toEqual({
      class: 'verification_failed',
      message: 'Tests that are not new fail in phase a: b.test.ts > old fails: expected 2.',
    })
  })

  it('runs the commit without the new tests where neither runner nor base show what else fails', () => {
    const silent = { exitCode: 1, output: 'it failed' }
    const facts = { green: { checks: [] }, base: silent, owed: seen(silent) }
    const overlays = [{ from: 'base', paths: ['a.test.ts'] }]
    expect(nextEvidence(owing(), facts)).toEqual({
      run: 'rest',
      tree: { commit: 'commit', overlays },
      checks: [test],
    })
    const after = (rest: TestRun) => nextEvidence(owing(), { ...facts, rest })
    expect(after({ exitCode: 0 })).toMatchObject({ done: { evidence: { debt: { strength: 'exit-code' } } } })
    expect(after({ exitCode: 1, output: 'No test files found' })).toHaveProperty('done.evidence.debt')
    expect(after(silent)).toMatchObject({ done: { evidence: { problem: { class: 'environment' } } } })
  })

  it('asks for no red of tests that stand beside their code, and marks a debt of them', () => {
    const inline = ['src/lib.rs']
    expect(problemOf(given({ files: { own: [], owed: [], inline } }), { green })).toBeUndefined()
    const facts = {
      green: { checks: [] },
      base: { exitCode: 0 },
      owed: seen({ exitCode: 101, output: 'cannot find' }),
    }
    expect(nextEvidence(owing({ files: { own: [], owed: inline, inline } }), facts)).toMatchObject({
      done: { evidence: { debt: { testFiles: inline, inline: true, strength: 'exit-code' } } },
    })
  })

  it('takes what a person accepts as red: what fails is a debt, and the rest is not', () => {
    const accepted = owing({ accepted: true })
    const facts = { green: { checks: [] }, base: empty }
    const unread = run(false)
    unread.report!.broken.push({ file: 'a.test.ts', message: 'SyntaxError: oops' })
    expect(problemOf(owing(), { ...facts, owed: seen(unread) })).toMatchObject({
      class: 'verification_failed',
    })
    expect(nextEvidence(accepted, { ...facts, owed: seen(unread) })).toMatchObject({
      done: {
        evidence: { debt: { strength: 'accepted', tests: ['a.test.ts > works'], files: ['a.test.ts'] } },
      },
    })
    const { done } = nextEvidence(accepted, { ...facts, owed: seen(run(true)) }) as {
      done: { evidence: object }
    }
    expect(done.evidence).toEqual({ paid: [], leftOut: [], changed: [] })
    expect(problemOf(given({ accepted: true }), { green })).toBeUndefined()
  })

  it('ends when the tests pass without their implementation, and names the output', () => {
    const own = seen(run(true), { outputFile: 'kept/red.txt' })
    expect(problemOf(given(), { green, base: empty, own })).toEqual({
      class: 'verification_failed',
      message: expect.stringMatching(
        /^The tests of 1 must fail without their implementation, but do not: /,
      ) as string,
      command: 'npm test',
      exitCode: 0,
      output: 'out',
      outputFile: 'kept/red.txt',
    })
    expect(problemOf(given(), { green, base: empty, own: seen(run(true)) })).not.toHaveProperty('outputFile')
  })

  it('ends when a test that was red is not green', () => {
    expect(problemOf(given(), { green, base: empty, own: seen(run(false, 'other')) })).toMatchObject({
      message: expect.stringMatching(/^Tests that were red are not green: /) as string,
    })
  })

  it('ends when the attempt changed no test file', () => {
    const message = 'The attempt changed no test file, so the tests of 1 are missing.'
    const files = { own: [], owed: [] }
    expect(problemOf(given({ files }), { green })).toMatchObject({ message })
    expect(problemOf(owing({ files }), { green })).toMatchObject({ message })
    expect(problemOf(owing({ files: { own: ['a.test.ts'], owed: [] } }), { green })).toMatchObject({
      message,
    })
  })

  it('runs tests for later phases on the commit, and records them as a debt', () => {
    const passed = { checks: [result({ name: 'lint' })] }
    expect(nextEvidence(owing(), { green: passed })).toMatchObject({ run: 'base' })
    expect(nextEvidence(owing(), { green: passed, base: empty })).toEqual({
      run: 'owed',
      tree: { commit: 'commit', overlays: [] },
      checks: [test],
    })
    expect(nextEvidence(owing(), { green: passed, base: empty, owed: seen(run(true)) })).toMatchObject({
      done: { evidence: { problem: { class: 'verification_failed' } } },
    })
    expect(nextEvidence(owing(), { green: passed, base: empty, owed: seen(run(false)) })).toEqual({
      done: {
        checks: [
          ...passed.checks,
          {
            name: 'test',
            argv: ['npm', 'test'],
            passed: true,
            exitCode: null,
            output: '',
            durationMs: 0,
            note: expect.stringMatching(/^red as expected: /) as string,
          },
        ],
        evidence: {
          paid: [],
          leftOut: [],
          changed: [],
          debt: expect.objectContaining({ tests: ['a.test.ts > works'] }) as object,
        },
      },
    })
  })
})
