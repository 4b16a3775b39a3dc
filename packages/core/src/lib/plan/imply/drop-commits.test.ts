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

it('drops a phase that is only a commit, and keeps one with other work', () => {
  const phases = (...titles: [title: string, body?: string][]): PlanDraft => ({
    phases: titles.map(([title, body = ''], at) => ({
      ...{ id: String(at), title, body, parallelWith: ['1'] },
      dependsOn: at === 0 ? [] : [String(at - 1)],
    })),
  })
  const fence = '```bash\ngit add -A\ngit commit -m "x"\n```'
  const { phases: kept } = dropCommits(
    phases(['A'], ['Commit', fence], ['B'], ['Commit the client'], ['Commit', 'Tag it.']),
  )
  expect(kept.map(({ id, dependsOn, parallelWith }) => [id, dependsOn, parallelWith])).toEqual([
    ['0', [], []],
    ['2', ['0'], []],
    ['3', ['2'], []],
    ['4', ['3'], []],
  ])
  expect(dropCommits(phases(['Commit'])).phases).toHaveLength(1)
  const more = '```bash\ngit add -A && npm run deploy\n```'
  expect(dropCommits(phases(['A'], ['Commit', more])).phases).toHaveLength(2)
  const parts = [part('1', 'Add x')]
  expect(
    dropCommits({
      phases: [
        { id: 'a', title: 'Commit', subtasks: parts },
        { id: 'b', title: 'B' },
      ],
    }).phases,
  ).toHaveLength(2)
})
