import { expect, it } from 'vitest'
import type { PlanDraft } from '../model/plan.ts'
import type { SubtaskDraft } from '../model/subtask.ts'
import { dropCommits } from './drop-commits.ts'

const plan = (...subtasks: SubtaskDraft[]): PlanDraft => ({ phases: [{ id: 'p', title: 'P', subtasks }] })
const part = (id: string, title: string, more: Partial<SubtaskDraft> = {}): SubtaskDraft => ({
  id,
  title,
  ...more,
})
const left = (draft: PlanDraft): string[] =>
  dropCommits(draft).phases.flatMap(({ subtasks = [] }) => subtasks.map(({ id }) => id))

it.each(['Commit', 'commit.', 'Commit the changes', 'Commit all your work', 'git commit'])(
  'drops %j',
  (title) => {
    expect(left(plan(part('1', 'Add x'), part('2', title)))).toEqual(['1'])
  },
)

it.each(['Commit to a schema', 'Validate and commit', 'Commit hooks', 'Commits'])('keeps %j', (title) => {
  expect(left(plan(part('1', 'Add x'), part('2', title)))).toEqual(['1', '2'])
})

it('keeps a commit that is all of a phase, has steps or has a type', () => {
  expect(left(plan(part('1', 'Commit')))).toEqual(['1'])
  const steps = [{ id: 's', action: 'command' as const, command: 'git tag x' }]
  expect(
    left(plan(part('1', 'Add x'), part('2', 'Commit', { steps }), part('3', 'Commit', { type: 'other' }))),
  ).toEqual(['1', '2', '3'])
})

it('lets parts depend on what the commit depended on', () => {
  const draft = plan(
    part('1', 'Add x'),
    part('2', 'Commit', { dependsOn: ['1', '3'] }),
    part('3', 'Commit', { dependsOn: ['1', '2'] }),
    part('4', 'Add y', { dependsOn: ['3', '1'] }),
  )
  expect(dropCommits(draft).phases[0]?.subtasks?.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['1', undefined],
    ['4', ['1']],
  ])
})

it('returns a plan without commits unchanged', () => {
  const draft = plan(part('1', 'Add x', { dependsOn: ['0'] }))
  expect(dropCommits(draft)).toBe(draft)
})
