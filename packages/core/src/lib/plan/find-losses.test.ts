import { expect, test } from 'vitest'
import { findLosses, type PlanLoss } from './find-losses.ts'
import type { PlanDraft } from './model/plan.ts'
import type { StepDraft } from './model/step.ts'
import { planSchema } from './plan-schema.ts'

const step: StepDraft = { id: '1.1.1', action: 'command', command: 'ls', dependsOn: [] }
const draft: PlanDraft = {
  title: 'T',
  goal: 'G',
  phases: [
    { id: '1', title: 'a', body: 'text' },
    {
      id: '2',
      title: 'b',
      dependsOn: ['1'],
      subtasks: [
        { id: '2.1', title: 's', steps: [step] },
        { id: '2.2', title: 't', dependsOn: ['2.1'] },
      ],
    },
  ],
}
const plan = planSchema.parse(draft)
const after = (change: (copy: PlanDraft) => void): string[] => {
  const copy = structuredClone(draft)
  change(copy)
  return spell(findLosses(plan, copy))
}
const spell = (losses: PlanLoss[]): string[] => losses.map(({ what, places }) => [what, ...places].join(', '))
const second = (copy: PlanDraft) => copy.phases[1]!

test('a plan loses nothing to itself, wherever it stands and whatever its bodies say', () => {
  expect(findLosses(plan, draft)).toEqual([])
  expect(
    after((copy) => {
      copy.source = 'x'
      copy.format = 'y'
      copy.phases[0]!.line = 9
      copy.phases[0]!.body = 'more\ntext'
    }),
  ).toEqual([])
})

test('a text that cannot be read back loses the entire plan', () => {
  expect(spell(findLosses(plan, undefined))).toEqual(['the plan as a whole, the text cannot be read back'])
  expect(findLosses(plan, { phases: [{}] } as unknown as PlanDraft)).toHaveLength(1)
})

test.each<[string, (copy: PlanDraft) => void]>([
  ['the title', (copy) => (copy.title = 'U')],
  ['the goal', (copy) => (copy.goal = '')],
  ['the tracker id', (copy) => (copy.trackerId = 'X-1')],
  ['the total of minutes', (copy) => (copy.totalMinutes = 9)],
  ['the test-first setting', (copy) => (copy.tddApproach = false)],
  ['ids of phases, phase 1', (copy) => (copy.phases[0]!.id = '9')],
  ['titles of phases, phase 2', (copy) => (second(copy).title = 'x')],
  ['dependencies of phases, phase 2', (copy) => (second(copy).dependsOn = [])],
  ['entries of Parallel With, phase 2', (copy) => (second(copy).parallelWith = ['1'])],
  ['files of phases, phase 2', (copy) => (second(copy).files = ['a'])],
  ['estimates, phase 2', (copy) => (second(copy).estimate = 3)],
  ['priorities, phase 2', (copy) => (second(copy).priority = 1)],
  ['statuses of phases, phase 2', (copy) => (second(copy).status = 'done')],
  ['agents of phases, phase 2', (copy) => (second(copy).agent = 'codex')],
  ['models of phases, phase 2', (copy) => (second(copy).model = 'm')],
  ['permissions to be empty, phase 2', (copy) => (second(copy).emptyOk = true)],
  ['acceptance checks of phases, phase 2', (copy) => (second(copy).acceptance = [{ command: 'x' }])],
  ['risks of phases, phase 2', (copy) => (second(copy).risk = 'low')],
  ['texts of phases, phase 1', (copy) => (copy.phases[0]!.body = '')],
  ['the order of phases', (copy) => copy.phases.reverse()],
  ['titles of subtasks, subtask 2.1', (copy) => (second(copy).subtasks![0]!.title = 'x')],
  ['types of subtasks, subtask 2.1', (copy) => (second(copy).subtasks![0]!.type = 'test')],
  ['statuses of subtasks, subtask 2.1', (copy) => (second(copy).subtasks![0]!.status = 'done')],
  ['files of subtasks, subtask 2.1', (copy) => (second(copy).subtasks![0]!.files = ['a'])],
  ['dependencies of subtasks, subtask 2.2', (copy) => (second(copy).subtasks![1]!.dependsOn = [])],
  [
    'the number of steps, subtask 2.1 (0 instead of 1: without 1.1.1)',
    (copy) => (second(copy).subtasks![0]!.steps = []),
  ],
  [
    'the number of subtasks, phase 2 (3 instead of 2)',
    (copy) => second(copy).subtasks!.push({ id: 'x', title: 'x' }),
  ],
])('%s', (loss, change) => {
  expect(after(change)).toContain(loss)
})

test.each<[string, Partial<StepDraft>]>([
  ['commands of steps, step 1.1.1', { command: 'pwd' }],
  ['shell flags of steps, step 1.1.1', { shell: true }],
  ['fallback commands, step 1.1.1', { fallbackCommands: ['x'] }],
  ['dependencies of steps, step 1.1.1', { dependsOn: ['x'] }],
  ['references to validated steps, step 1.1.1', { validatesStep: 'x' }],
  ['expected exit codes, step 1.1.1', { expectExitCode: 'fail' }],
  ['estimated minutes of steps, step 1.1.1', { estimatedMinutes: 9 }],
])('%s', (loss, change) => {
  expect(after((copy) => Object.assign(second(copy).subtasks![0]!.steps![0]!, change))).toEqual([loss])
})

test('references are compared by what they point to', () => {
  expect(
    after((copy) => {
      second(copy).subtasks![0]!.id = 'x'
      second(copy).subtasks![1]!.dependsOn = ['x']
    }),
  ).toEqual(['ids of subtasks, subtask 2.1'])
})

test('every place is named', () => {
  const many = (title: string): PlanDraft => ({
    phases: Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, title })),
  })
  const [loss, ...others] = findLosses(planSchema.parse(many('a')), many('b'))
  expect(others).toEqual([])
  expect(loss?.what).toBe('titles of phases')
  expect(loss?.places).toEqual(Array.from({ length: 40 }, (_, at) => `phase ${at}`))
})

const text = (phase: string, subtask = ''): PlanDraft => ({
  phases: [{ id: '1', title: 'a', body: phase, subtasks: [{ id: '1.1', title: 's', body: subtask }] }],
})
const lostTexts = (one: PlanDraft, other: PlanDraft): string[] =>
  findLosses(planSchema.parse(one), other).map(({ what }) => what)

test.each([
  ['text', '**Files:** a\n\ntext\n\n- [ ] s', []],
  ['one\n\n  two', 'one\ntwo', []],
  ['one\ntwo', 'one\nx\ntwo', ['texts of phases']],
  ['text', 'texts', ['texts of phases']],
  ['text', '', ['texts of phases']],
])('the text %j is read back as %j', (before, after, losses) => {
  expect(lostTexts(text(before), text(after))).toEqual(losses)
})

test('the text of a subtask may be in the text of its phase', () => {
  expect(lostTexts(text('', 'do\nit'), text('- [ ] s\n\n  do\n  it'))).toEqual([])
  expect(lostTexts(text('', 'do\nit'), text('', 'x\ndo\nit'))).toEqual([])
  expect(lostTexts(text('', 'do\nit'), text('', 'do'))).toEqual(['texts of subtasks'])
})
