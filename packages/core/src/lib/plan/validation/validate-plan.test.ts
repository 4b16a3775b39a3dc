import { expect, test } from 'vitest'
import type { PhaseDraft } from '../model/phase.ts'
import type { PlanDraft } from '../model/plan.ts'
import type { StepDraft } from '../model/step.ts'
import type { SubtaskDraft } from '../model/subtask.ts'
import { planSchema } from '../plan-schema.ts'
import { validatePlan } from './validate-plan.ts'

const check = (phases: PhaseDraft[], more: Partial<PlanDraft> = {}) =>
  validatePlan(planSchema.parse({ phases, ...more })).map(({ code, line, message }) => ({
    code,
    line,
    message,
  }))
const phase = (id: string, line: number, more: Partial<PhaseDraft> = {}): PhaseDraft => ({
  id,
  title: id,
  line,
  ...more,
})
const withStep = (step: Partial<StepDraft> & Pick<StepDraft, 'action'>): PhaseDraft =>
  phase('1', 1, { subtasks: [{ id: '1.1', title: 't', steps: [{ id: 's', line: 7, ...step }] }] })
const codes = (phases: PhaseDraft[]) => check(phases).map((issue) => issue.code)

test('a sound plan has no issues', () => {
  expect(
    check([
      phase('1', 1, { files: ['src/a.ts'], estimate: 0 }),
      phase('2', 2, {
        dependsOn: ['1'],
        subtasks: [
          { id: '2.1', title: 'a', steps: [{ id: 'x', action: 'manual' }] },
          {
            id: '2.2',
            title: 'b',
            dependsOn: ['2.1'],
            steps: [{ id: 'y', action: 'manual', dependsOn: ['x'] }],
          },
        ],
      }),
    ]),
  ).toEqual([])
})

test('fault 3: no phases', () => {
  expect(codes([])).toEqual(['NO_PHASES'])
})

// seed: phase-execution-reference 4
test('fault 4: a duplicate id names both lines', () => {
  expect(check([phase('a', 3), phase('a', 9)])).toEqual([
    { code: 'ID_DUPLICATE', line: 9, message: expect.stringMatching(/line 3 and on line 9/) },
  ])
})

test('fault 9: ids equal but for case are refused', () => {
  expect(check([phase('a', 3), phase('A', 9)])).toEqual([
    {
      code: 'ID_DUPLICATE',
      line: 9,
      message: expect.stringMatching(/"a" \(line 3\) and "A" \(line 9\) differ only in case/),
    },
  ])
})

test('fault 8: ids that look alike are refused with their code points', () => {
  expect(check([phase('2a', 1), phase('2а', 2)])).toEqual([
    { code: 'ID_INVALID', line: 2, message: expect.stringMatching(/U\+0032 U\+0061 and U\+0032 U\+0430/) },
  ])
})

test('fault 22: what is quoted holds nothing that a terminal obeys', () => {
  const [issue] = check([phase('a\u001b[2J\u202e', 1)])
  expect(issue?.message).toContain('<U+001B>')
  expect(issue?.message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

// seed: phase-execution-reference 4
test('fault 6: a phase that depends on itself has a separate code', () => {
  expect(codes([phase('a', 1, { dependsOn: ['a'] })])).toEqual(['DEPENDENCY_SELF'])
})

// seed: phase-execution-reference 4
test('fault 7: an unknown dependency comes with the nearest name, which is never the phase itself', () => {
  expect(check([phase('2a', 1), phase('2c', 2, { dependsOn: ['2d'] })])).toEqual([
    { code: 'DEPENDENCY_UNKNOWN', line: 2, message: expect.stringMatching(/"2d".*Did you mean "2a"\?/) },
  ])
})

test('fault 13: names of object members are ids like others', () => {
  const names = ['__proto__', 'constructor', 'toString']
  expect(check(names.map((id, index) => phase(id, index + 1)))).toEqual([])
  expect(codes([phase('a', 1, { dependsOn: ['constructor'] })])).toEqual(['DEPENDENCY_UNKNOWN'])
  // Parsers return ids in one form.
  expect(codes([phase('2a', 1), phase('3', 1, { dependsOn: ['2-A'] })])).toEqual(['DEPENDENCY_UNKNOWN'])
})

// seed: intelligent-execution 27
test.each(['../x', '/etc/x', 'C:\\x', '.git/hooks/pre-commit'])(
  'fault 14: the path %j is refused wherever it stands',
  (path) => {
    expect(codes([phase('1', 1, { files: [path] })])).toEqual(['PATH_UNSAFE'])
    expect(codes([withStep({ action: 'code', filePath: path, codeChange: '' })])).toEqual(['PATH_UNSAFE'])
    expect(codes([withStep({ action: 'command', command: 'a', cwd: path })])).toEqual(['PATH_UNSAFE'])
    expect(codes([phase('1', 1, { subtasks: [{ id: 'a', title: 'a', files: [path] }] })])).toEqual([
      'PATH_UNSAFE',
    ])
  },
)

test('the path of a step is refused once, where the step is', () => {
  const step = { id: 's', action: 'code' as const, filePath: '../x', codeChange: '', line: 9 }
  const subtasks = [{ id: 'a', title: 'a', files: ['../x'], steps: [step], line: 5 }]
  expect(check([phase('1', 1, { files: ['../x'], subtasks })])).toMatchObject([
    { code: 'PATH_UNSAFE', line: 9 },
  ])
})

test.each<[string, Partial<StepDraft> & Pick<StepDraft, 'action'>, string]>([
  ['code without a file', { action: 'code', codeChange: 'x' }, 'no file'],
  ['code without content', { action: 'code', filePath: 'a' }, 'no content'],
  ['a command step without a command', { action: 'command' }, 'no command'],
  ['an empty command', { action: 'command', command: ' \n', shell: true }, 'no command'],
  ['a validation without a command', { action: 'validation' }, 'no validation command'],
  ['an unknown step dependency', { action: 'manual', dependsOn: ['t'] }, '"t", which is not a step'],
  ['an unknown step that it validates', { action: 'manual', validatesStep: 't' }, '"t", which is not a step'],
  ['itself as dependency', { action: 'manual', dependsOn: ['s'] }, 'refers to itself'],
  [
    'a server of a validation',
    { action: 'validation', command: 'a', keep: 'server' },
    'action is validation',
  ],
  [
    'a server after a failure',
    { action: 'command', command: 'a', keep: 'server', expectExitCode: 'fail' },
    'must not exit with 0',
  ],
  ['an open quote', { action: 'command', command: 'echo "a' }, 'ends inside a "'],
])('STEP_INVALID: %s', (_, step, message) => {
  expect(check([withStep(step)])).toEqual([
    { code: 'STEP_INVALID', line: 7, message: expect.stringContaining(message) },
  ])
})

test('fault 20: shell syntax without a shell is an error, also in fallbacks', () => {
  const step = { action: 'command', command: 'a | b' } as const
  expect(check([withStep(step)])).toEqual([
    { code: 'COMMAND_NEEDS_SHELL', line: 7, message: expect.stringContaining('"|"') },
  ])
  expect(codes([withStep({ ...step, shell: true })])).toEqual([])
  expect(codes([withStep({ action: 'command', command: 'a', fallbackCommands: ['b && c'] })])).toEqual([
    'COMMAND_NEEDS_SHELL',
  ])
  expect(
    codes([withStep({ action: 'code', filePath: 'a', codeChange: '', validationCommand: 'x > y' })]),
  ).toEqual(['COMMAND_NEEDS_SHELL'])
})

test('a folder may be the root', () => {
  expect(codes([withStep({ action: 'command', command: 'a', cwd: '.' })])).toEqual([])
})

test('finished subtasks in a circle are a warning, and others in a circle an error', () => {
  const severities = (...edges: [string, string[], SubtaskDraft['status']][]) =>
    validatePlan(
      planSchema.parse({
        phases: [
          phase('1', 1, {
            subtasks: edges.map(([id, dependsOn, status]) => ({ id, title: id, dependsOn, status })),
          }),
        ],
      }),
    ).map(({ severity, code }) => `${severity} ${code}`)
  const past: [string, string[], 'done' | 'skipped'][] = [
    ['a', ['b'], 'done'],
    ['b', ['a'], 'skipped'],
  ]
  expect(severities(...past, ['c', ['a'], 'pending'])).toEqual(['warning SUBTASK_CYCLE'])
  expect(severities(['a', ['b'], 'done'], ['b', ['a'], 'pending'])).toEqual(['error SUBTASK_CYCLE'])
  expect(severities(...past, ['c', ['d'], 'pending'], ['d', ['c'], 'pending'])).toEqual([
    'error SUBTASK_CYCLE',
  ])
})

test('subtasks that wait for each other, themselves or nobody', () => {
  const subtasks = (...edges: [string, string[]][]) =>
    check([
      phase('1', 1, {
        subtasks: edges.map(([id, dependsOn], at) => ({ id, title: id, dependsOn, line: at + 2 })),
      }),
    ])
  expect(subtasks(['a', ['b']], ['b', ['a']], ['c', []])).toEqual([
    { code: 'SUBTASK_CYCLE', line: 2, message: expect.stringContaining('a (line 2), b (line 3)') },
  ])
  expect(subtasks(['a', ['a']])).toMatchObject([{ code: 'DEPENDENCY_SELF', line: 2 }])
  expect(subtasks(['task1', []], ['b', ['task2']])).toMatchObject([
    { code: 'DEPENDENCY_UNKNOWN', line: 3, message: expect.stringContaining('"task1"') },
  ])
})

test('a step that shares its subtask’s id is one finding', () => {
  const subtask = (line: number) => ({
    id: 's',
    title: 's',
    line,
    steps: [{ id: 's', action: 'manual' as const, line }],
  })
  expect(check([phase('1', 1, { subtasks: [subtask(2), subtask(5)] })])).toMatchObject([
    { code: 'ID_DUPLICATE', line: 5 },
  ])
})

test('fault 14: a tracker id is a name', () => {
  expect(check([phase('1', 1)], { trackerId: '../x' })).toMatchObject([{ code: 'ID_INVALID' }])
  expect(check([phase('1', 1)], { trackerId: 'ABC-12' })).toEqual([])
})

test('an acceptance check is a command that needs no shell, in a folder of the repository', () => {
  const of = (command: string, cwd?: string) =>
    codes([phase('1', 1, { acceptance: [{ command, ...(cwd !== undefined && { cwd }) }] })])
  expect(of('npm test', 'packages/core')).toEqual([])
  expect(of(' ')).toEqual(['STEP_INVALID'])
  expect(of('a "b')).toEqual(['STEP_INVALID'])
  expect(of('a | b')).toEqual(['COMMAND_NEEDS_SHELL'])
  expect(of('a', '../b')).toEqual(['PATH_UNSAFE'])
})

test('an estimate is an amount', () => {
  expect(codes([phase('1', 1, { estimate: -1 })])).toEqual(['ESTIMATE_INVALID'])
})

test('fault 10: ten thousand wrong names stay fast', () => {
  const phases = Array.from({ length: 10_000 }, (_, index) =>
    phase(`${'ab'.repeat(20)}${index}`, index + 1, { dependsOn: [`${'ba'.repeat(20)}${index}`] }),
  )
  const issues = check(phases)
  expect(issues).toHaveLength(10_000)
  // Names are looked for a bounded number of times, not once for each.
  expect(issues.filter((issue) => issue.message.includes('Did you mean')).length).toBeLessThan(50)
})
