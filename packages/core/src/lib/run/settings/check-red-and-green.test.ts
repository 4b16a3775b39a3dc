import { expect, it } from 'vitest'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { checkRedAndGreen } from './check-red-and-green.ts'

const check = (...phases: PhaseDraft[]) => {
  checkRedAndGreen(planSchema.parse({ phases }))
}
const phase = (id: string, types: SubtaskDraft['type'][], more: Partial<PhaseDraft> = {}): PhaseDraft => ({
  id,
  title: id,
  subtasks: types.map((type, at) => ({ id: `${id}.${at}`, title: 'T', ...(type && { type }) })),
  ...more,
})

it.each<[string, PhaseDraft[]]>([
  ['a test and its implementation in one phase', [phase('1', ['test', 'impl'])]],
  ['a test that a later phase answers', [phase('1', ['test']), phase('2', ['impl'], { dependsOn: ['1'] })]],
  [
    'phases that only words show',
    [
      { id: '1', title: 'Write failing tests for slug' },
      { id: '2', title: 'Implement slug', dependsOn: ['1'] },
    ],
  ],
  ['one such phase among others', [phase('1', []), phase('2', ['other']), phase('3', ['test', 'impl'])]],
])('accepts %s', (_, phases) => {
  expect(() => {
    check(...phases)
  }).not.toThrow()
})

it.each<[string, PhaseDraft[]]>([
  ['no open phase or part writes tests', [phase('1', [])]],
  ['no open phase or part writes tests', [phase('1', ['test', 'impl'], { status: 'done' })]],
  ['no open phase or part writes tests', [phase('1', ['other', 'refactor'])]],
  ['no open phase or part writes tests', [phase('1', ['impl'])]],
  ['no implementation depends on its tests', [phase('1', ['test', 'other'])]],
  ['no implementation depends on its tests', [phase('1', ['impl', 'test'])]],
])('refuses a plan with the reason: %s', (reason, phases) => {
  expect(() => {
    check(...phases)
  }).toThrow(`\`tdd: "full"\` would check nothing in this plan: ${reason}. Name phases or parts`)
})
