import { describe, expect, it } from 'vitest'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { type Risk } from '../../plan/field/risk.ts'
import { splitBatches } from './split-batches.ts'

const risks: Record<string, Partial<StepDraft>> = {
  l: { risk: 'low' },
  m: { risk: 'medium' },
  h: { risk: 'high' },
  j: { risk: 'low', requiresHumanJudgment: true },
}
/** Steps by letters: low, medium, high, judgment. Spaces part subtasks. */
const subtasks = (phase: string, letters: string): SubtaskDraft[] =>
  letters.split(' ').map((word, at) => ({
    id: `${phase}-${at + 1}`,
    title: 's',
    steps: [...word].map(
      (letter, index): StepDraft => ({
        id: `${phase}:${at + 1}:${index + 1}`,
        action: 'command',
        ...risks[letter],
      }),
    ),
  }))
const phase = (id: string, letters: string, more: Partial<PhaseDraft> = {}): PhaseDraft => ({
  id,
  title: `T${id}`,
  risk: 'low',
  subtasks: subtasks(id, letters),
  ...more,
})
const split = (...phases: PhaseDraft[]) => splitBatches(planSchema.parse({ phases }))
const letter = (step: { risk: Risk; requiresHumanJudgment: boolean }): string =>
  step.requiresHumanJudgment ? 'j' : step.risk.charAt(0)
const shape = (plan: Plan): string[] =>
  plan.phases.map(
    (each) => `${each.id} ${each.subtasks.map(({ steps }) => steps.map(letter).join('')).join(' ')}`,
  )

describe('where a phase is cut', () => {
  it.each([
    ['l l l l l l', ['2-part-1 l l l l l', '2-part-2 l']],
    ['m m m m', ['2-part-1 m m m', '2-part-2 m']],
    ['l l m l', ['2-part-1 l l m', '2-part-2 l']],
    ['l l l m', ['2-part-1 l l l', '2-part-2 m']],
    ['l h l l', ['2-part-1 l', '2-part-2 h', '2-part-3 l l']],
    ['h h', ['2-part-1 h', '2-part-2 h']],
    ['l j l', ['2-part-1 l', '2-part-2 j', '2-part-3 l']],
    ['ll ll ll', ['2-part-1 ll ll', '2-part-2 ll']],
    ['l llllllll l', ['2-part-1 l', '2-part-2 lllll', '2-part-3 lll l']],
    ['l lh', ['2-part-1 l', '2-part-2 l', '2-part-3 h']],
  ])('%s', (letters, parts) => {
    expect(shape(split(phase('2', letters)).plan)).toEqual(parts)
  })

  it.each(['l l l l l', 'l m l', 'h', 'j', 'mmm'])('%s is left as it is', (letters) => {
    const plan = planSchema.parse({ phases: [phase('2', letters)] })
    expect(splitBatches(plan)).toEqual({ plan, issues: [] })
    expect(splitBatches(plan).plan).toBe(plan)
  })

  // seed: intelligent-execution 39
  it('a summary that plays a step down hides nothing', () => {
    expect(shape(split(phase('1', 'l h', { risk: 'low' })).plan)).toEqual(['1-part-1 l', '1-part-2 h'])
  })

  it('other limits', () => {
    const plan = planSchema.parse({ phases: [phase('1', 'l l h h')] })
    expect(shape(splitBatches(plan, { low: 1, medium: 1, high: 2 }).plan)).toEqual([
      '1-part-1 l',
      '1-part-2 l h',
      '1-part-3 h',
    ])
  })

  it('phases that are not to be done, or have no steps, are the same', () => {
    for (const status of ['done', 'skipped', 'deferred', 'cancelled'] as const) {
      expect(split(phase('1', 'h h', { status })).issues).toEqual([])
    }
    const bare = Array.from({ length: 9 }, (_, at) => ({ id: `${at}`, title: 's' }))
    expect(split({ id: '1', title: 'T', subtasks: bare }).issues).toEqual([])
  })

  it('a subtask without steps counts as one of low risk, one that is done not at all', () => {
    const [a, b, ...rest] = subtasks('1', 'h l l l l')
    const bare: SubtaskDraft = { id: 'agent', title: 's' }
    const done: SubtaskDraft = {
      ...b!,
      status: 'done',
      steps: [{ id: 'x', action: 'command', risk: 'high' }],
    }
    const { plan } = split({
      id: '1',
      title: 'T',
      risk: 'medium',
      subtasks: [done, bare, a!, ...rest, { ...done, id: 'last' }],
    })
    expect(plan.phases.map((each) => [each.risk, ...each.subtasks.map(({ id }) => id)])).toEqual([
      ['medium', '1-2', 'agent'],
      ['high', '1-1'],
      ['low', '1-3', '1-4', '1-5', 'last'],
    ])
    const trailing = split({
      id: '1',
      title: 'T',
      subtasks: [...subtasks('1', 'h h'), { ...done, id: 'last' }],
    })
    expect(trailing.plan.phases.map((each) => each.subtasks.length)).toEqual([1, 2])
  })
})
