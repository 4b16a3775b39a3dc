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
  ['one such phase among others', [phase('1', []), phase('2', ['other']), phase('3', ['test', 'impl'])]],
])('accepts %s', (_, phases) => {
  expect(() => {
    check(...phases)
  }).not.toThrow()
})

it.each<[string, PhaseDraft[]]>([
  ['its open phases have no parts', [phase('1', [])]],
  ['its open phases have no parts', [phase('1', ['test', 'impl'], { status: 'done' })]],
  ['none of its 2 open parts is a test or an implementation', [phase('1', ['other', 'refactor'])]],
  ['none of its 1 open parts is a test', [phase('1', ['impl'])]],
  ['it has tests, but no implementation after them', [phase('1', ['test', 'other'])]],
  ['no implementation depends on a test', [phase('1', ['impl', 'test'])]],
])('refuses a plan with the reason: %s', (reason, phases) => {
  expect(() => {
    check(...phases)
  }).toThrow(`\`tdd: "full"\` would check nothing in this plan: ${reason}. Name parts`)
})
