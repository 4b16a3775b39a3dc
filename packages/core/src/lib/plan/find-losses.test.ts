import { expect, test } from 'vitest'
import { findLosses } from './find-losses.ts'
import { type PlanDraft, planSchema, type StepDraft } from './plan-schema.ts'

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
  return findLosses(plan, copy)
}
const second = (copy: PlanDraft) => copy.phases[1]!

test('a plan loses nothing to itself, wherever it stands and whatever its bodies say', () => {
  expect(findLosses(plan, draft)).toEqual([])
  expect(
    after((copy) => {
      copy.source = 'x'
      copy.format = 'y'
      copy.phases[0]!.line = 9
      copy.phases[0]!.body = 'other'
    }),
  ).toEqual([])
})

test('a text that cannot be read back loses the entire plan', () => {
  expect(findLosses(plan, undefined)).toEqual(['The plan as a whole: the text cannot be read back.'])
  expect(findLosses(plan, { phases: [{}] } as unknown as PlanDraft)).toHaveLength(1)
})

test.each<[string, (copy: PlanDraft) => void]>([
  ['The title.', (copy) => (copy.title = 'U')],
  ['The goal.', (copy) => (copy.goal = '')],
  ['The tracker id.', (copy) => (copy.trackerId = 'X-1')],
  ['The total of minutes.', (copy) => (copy.totalMinutes = 9)],
  ['The test-first setting.', (copy) => (copy.tddApproach = false)],
  ['Ids of phases: phase 1.', (copy) => (copy.phases[0]!.id = '9')],
  ['Titles of phases: phase 2.', (copy) => (second(copy).title = 'x')],
  ['Dependencies of phases: phase 2.', (copy) => (second(copy).dependsOn = [])],
  ['Entries of Parallel With: phase 2.', (copy) => (second(copy).parallelWith = ['1'])],
  ['Files of phases: phase 2.', (copy) => (second(copy).files = ['a'])],
  ['Estimates: phase 2.', (copy) => (second(copy).estimate = 3)],
  ['Priorities: phase 2.', (copy) => (second(copy).priority = 1)],
  ['Statuses of phases: phase 2.', (copy) => (second(copy).status = 'done')],
  ['Agents of phases: phase 2.', (copy) => (second(copy).agent = 'codex')],
  ['Models of phases: phase 2.', (copy) => (second(copy).model = 'm')],
  ['Permissions to be empty: phase 2.', (copy) => (second(copy).emptyOk = true)],
  ['Acceptance checks of phases: phase 2.', (copy) => (second(copy).acceptance = [{ command: 'x' }])],
  ['Risks of phases: phase 2.', (copy) => (second(copy).risk = 'low')],
  ['Texts of phases: phase 1.', (copy) => (copy.phases[0]!.body = '')],
  ['The order of phases.', (copy) => copy.phases.reverse()],
  ['Titles of subtasks: subtask 2.1.', (copy) => (second(copy).subtasks![0]!.title = 'x')],
  ['Types of subtasks: subtask 2.1.', (copy) => (second(copy).subtasks![0]!.type = 'test')],
  ['Statuses of subtasks: subtask 2.1.', (copy) => (second(copy).subtasks![0]!.status = 'done')],
  ['Files of subtasks: subtask 2.1.', (copy) => (second(copy).subtasks![0]!.files = ['a'])],
  ['Dependencies of subtasks: subtask 2.2.', (copy) => (second(copy).subtasks![1]!.dependsOn = [])],
  ['The number of steps: subtask 2.1.', (copy) => (second(copy).subtasks![0]!.steps = [])],
  ['The number of subtasks: phase 2.', (copy) => second(copy).subtasks!.push({ id: 'x', title: 'x' })],
])('%s', (loss, change) => {
  expect(after(change)).toContain(loss)
})

test.each<[string, Partial<StepDraft>]>([
  ['Commands of steps: step 1.1.1.', { command: 'pwd' }],
  ['Shell flags of steps: step 1.1.1.', { shell: true }],
  ['Fallback commands: step 1.1.1.', { fallbackCommands: ['x'] }],
  ['Dependencies of steps: step 1.1.1.', { dependsOn: ['x'] }],
  ['References to validated steps: step 1.1.1.', { validatesStep: 'x' }],
  ['Expected exit codes: step 1.1.1.', { expectExitCode: 'fail' }],
  ['Estimated minutes of steps: step 1.1.1.', { estimatedMinutes: 9 }],
])('%s', (loss, change) => {
  expect(after((copy) => Object.assign(second(copy).subtasks![0]!.steps![0]!, change))).toEqual([loss])
})

test('references are compared by what they point to', () => {
  expect(
    after((copy) => {
      second(copy).subtasks![0]!.id = 'x'
      second(copy).subtasks![1]!.dependsOn = ['x']
    }),
  ).toEqual(['Ids of subtasks: subtask 2.1.'])
})

test('five places are named', () => {
  const many = (title: string): PlanDraft => ({
    phases: Array.from({ length: 7 }, (_, at) => ({ id: `${at}`, title })),
  })
  expect(findLosses(planSchema.parse(many('a')), many('b'))).toEqual([
    'Titles of phases: phase 0, phase 1, phase 2, phase 3, phase 4 and 2 more.',
  ])
})
