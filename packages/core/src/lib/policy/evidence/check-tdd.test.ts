import { describe, expect, it } from 'vitest'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import type { PlanDraft } from '../../plan/model/plan.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { checkTdd } from './check-tdd.ts'

const check = (subtasks: SubtaskDraft[], more: Partial<PlanDraft> = {}, phase: Partial<PhaseDraft> = {}) =>
  checkTdd(planSchema.parse({ phases: [{ id: '1', title: 'P', subtasks, ...phase }], ...more }))
const subtask = (id: string, type: 'test' | 'impl', more: Partial<SubtaskDraft> = {}): SubtaskDraft => ({
  id,
  title: id,
  type,
  ...more,
})

it("the seed's plan has no violation", () => {
  const ids = (...dependsOn: string[]) => ({ dependsOn })
  expect(
    check([
      subtask('1a', 'test'),
      subtask('1b', 'test'),
      subtask('2a', 'impl', ids('1a')),
      subtask('2b', 'impl', ids('1b')),
      subtask('3a', 'test', ids('2a', '2b')),
      subtask('4a', 'impl', ids('3a')),
      subtask('5', 'test', ids('4a', '2b')),
    ]),
  ).toEqual([])
})

// seed: phased-execution 38
it('names each impl without a test, with its line and column, and says what to do', () => {
  const source = 'x\n- 1a\n- 1b\n- 2a\n'
  const issues = check(
    [
      subtask('1a', 'impl', { line: 2 }),
      subtask('1b', 'test', { line: 3 }),
      { id: '1c', title: 'neither' },
      subtask('2a', 'impl', { line: 4, dependsOn: ['1a'] }),
    ],
    { source },
  )
  expect(issues).toMatchObject([
    { severity: 'error', code: 'TDD_VIOLATION', line: 2, column: 3 },
    { severity: 'error', code: 'TDD_VIOLATION', line: 4, column: 3 },
  ])
  expect(issues[1]?.message).toMatch(/^Subtask 2a \(line 4\) .* Let it depend on a test subtask/)
})

it('asks nothing where tests do not come first, and nothing of what is not to be run', () => {
  expect(check([subtask('a', 'impl')])).toHaveLength(1)
  expect(check([subtask('a', 'impl')], { tddApproach: false })).toEqual([])
  for (const status of ['done', 'skipped', 'deferred', 'cancelled'] as const) {
    expect(check([subtask('a', 'impl', { status })])).toEqual([])
    expect(check([subtask('a', 'impl')], {}, { status })).toEqual([])
  }
})

describe('an implementation by its words', () => {
  const late = [
    { id: 'a', title: 'Implement the queue', line: 2 },
    { id: 'b', title: 'Write tests for the queue', type: 'test', line: 3 },
  ] satisfies SubtaskDraft[]
  const plan = planSchema.parse({ source: '#\n- a\n- b', phases: [{ id: '1', title: 'P', subtasks: late }] })

  it('before the tests of its phase is a warning, and an error if strict', () => {
    expect(checkTdd(plan)).toMatchObject([{ severity: 'warning', code: 'TDD_VIOLATION', line: 2, column: 3 }])
    expect(checkTdd(plan)[0]?.message).toMatch(/^Subtask a .line 2. reads like an implementation/)
    expect(checkTdd(plan, { strict: true })).toMatchObject([{ severity: 'error', line: 2 }])
  })

  it('passes after a test, without tests in its phase, marked (other) or closed', () => {
    const [implement, test] = late
    expect(check([{ ...test!, id: 't' }, implement!, test!])).toEqual([])
    expect(check([implement!])).toEqual([])
    expect(check([{ ...implement!, status: 'done' }, test!])).toEqual([])
    expect(check(late, { source: '#\n- a: Implement the queue (other)\n- b' })).toEqual([])
    expect(check([{ ...implement!, title: 'Add the queue' }, test!])).toEqual([])
  })
})

it('is checked of a plan that does not follow test-first only if strict', () => {
  const plan = planSchema.parse({
    tddApproach: false,
    phases: [{ id: '1', title: 'P', subtasks: [subtask('a', 'impl')] }],
  })
  expect(checkTdd(plan)).toEqual([])
  expect(checkTdd(plan, { strict: true })).toHaveLength(1)
})

it('a test that is done counts, one that was given up does not', () => {
  const after = subtask('b', 'impl', { dependsOn: ['a'] })
  expect(check([subtask('a', 'test', { status: 'done' }), after])).toEqual([])
  expect(check([subtask('a', 'test', { status: 'cancelled' }), after])).toHaveLength(1)
})

describe('the steps of an execution plan', () => {
  const step = (
    id: string,
    title: string,
    filePath: string,
    more: Partial<SubtaskDraft> = {},
  ): PhaseDraft => ({
    id: id.split('.')[0]!,
    title: `Batch ${id}`,
    dependsOn: id.startsWith('1') ? [] : ['1'],
    subtasks: [{ id, title, files: [filePath], steps: [{ id, action: 'code', filePath }], ...more }],
  })
  const issues = (...phases: PhaseDraft[]) =>
    checkTdd(planSchema.parse({ phases, format: 'execution-plan' })).map(({ severity, message }) => [
      severity,
      message,
    ])
  const test: Partial<SubtaskDraft> = { type: 'test' }

  it('must come after their test, in any batch', () => {
    const code = step('1.1', 'Implement logout', 'src/auth.js')
    const late = [['error', expect.stringMatching(/^Subtask 1\.1 comes before its test 2\.1\. /)]]
    expect(issues(code, step('2.1', 'Write logout test', 'test/auth.test.js', test))).toEqual(late)
    expect(issues(code, step('2.1', 'Check it', 'test/auth.test.js', test))).toEqual(late)
    expect(issues(code, step('2.1', 'Write login test', 'test/login.test.js', test))).toEqual([])
    const before = step('1.1', 'Write logout test', 'test/auth.test.js', test)
    expect(issues(before, step('2.1', 'Implement logout', 'src/auth.js'))).toEqual([])
  })

  it('that are declared as an implementation are reported once', () => {
    const code = step('1.1', 'Implement logout', 'src/auth.js', { type: 'impl' })
    expect(issues(code, step('2.1', 'Write logout test', 'test/auth.test.js', test))).toEqual([
      ['error', expect.stringContaining('is an implementation, and no test is among')],
    ])
  })
})
