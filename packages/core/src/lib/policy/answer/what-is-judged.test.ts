import { describe, expect, it } from 'vitest'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { phaseSchema } from '../../plan/plan-schema.ts'
import { whatIsJudged } from './what-is-judged.ts'

const judge = (...subtasks: Pick<SubtaskDraft, 'type' | 'status'>[]): string =>
  whatIsJudged(
    phaseSchema.parse({
      id: '1',
      title: 'Phase',
      subtasks: subtasks.map((subtask, index) => ({ id: `1.${index}`, title: 'Part', ...subtask })),
    }),
  )

describe('whatIsJudged', () => {
  it('judges the tests of a phase that writes nothing else', () => {
    expect(judge({ type: 'test' }, { type: 'test' })).toBe('tests')
  })

  it.each(['impl', 'refactor', 'other'] as const)(
    'judges the change where there is a subtask of type %s',
    (type) => {
      expect(judge({ type: 'test' }, { type })).toBe('change')
    },
  )

  it('does not count what the plan leaves out', () => {
    expect(judge({ type: 'test' }, { type: 'impl', status: 'deferred' })).toBe('tests')
    expect(judge({ type: 'test', status: 'done' }, { type: 'impl' })).toBe('change')
  })

  it('judges the change of a phase without subtasks, or with none left', () => {
    expect(judge()).toBe('change')
    expect(judge({ type: 'test', status: 'done' })).toBe('change')
  })
})
