import { expect, it } from 'vitest'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { planEvidence } from '../evidence/plan-evidence.ts'
import { whatIsJudged } from './what-is-judged.ts'

const planOf = (subtasks: SubtaskDraft[], more: SubtaskDraft[] = []) =>
  planSchema.parse({
    phases: [
      { id: '1', title: 'One', subtasks },
      { id: '2', title: 'Two', dependsOn: ['1'], subtasks: more },
    ],
  })
const part = (id: string, type: 'test' | 'impl', status: 'pending' | 'done' = 'pending'): SubtaskDraft => ({
  id,
  title: id,
  type,
  status,
})

// seed: phased-execution 46
it.each([
  ['tests', [part('a', 'test')], [part('b', 'impl')]],
  ['tests', [part('a', 'test'), part('c', 'impl', 'done')], [part('b', 'impl')]],
  ['change', [part('a', 'test'), part('c', 'impl')], []],
  ['change', [part('a', 'test')], []],
  ['change', [], []],
] as const)('judges the %s of a phase by what it must show', (judged, subtasks, more) => {
  const plan = planOf([...subtasks], [...more])
  expect(whatIsJudged(plan.phases[0]!, planEvidence(plan))).toBe(judged)
})

it.each([
  ['tests', [part('a', 'test')]],
  ['tests', [part('a', 'test'), part('c', 'impl', 'done')]],
  ['change', [part('a', 'test'), part('c', 'impl')]],
  ['change', []],
] as const)('judges the %s of a phase by its types where red is not taken', (judged, subtasks) => {
  expect(whatIsJudged(planOf([...subtasks]).phases[0]!, undefined)).toBe(judged)
})
