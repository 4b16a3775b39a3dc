import { describe, expect, it } from 'vitest'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { type PlanStatus } from '../../plan/field/plan-status.ts'
import { checkSteps } from './check-steps.ts'

const check = (...phases: PhaseDraft[]): void =>
  checkSteps(planSchema.parse({ phases, source: '# Plan' }), () => false)
const subtask = (id: string, steps: number, status: PlanStatus = 'pending'): SubtaskDraft => ({
  id,
  title: id,
  status,
  line: 9,
  steps: Array.from({ length: steps }, (_, index) => ({ id: `${id}.${index}`, action: 'manual' })),
})
const phase = (id: string, subtasks: SubtaskDraft[], status: PlanStatus = 'pending'): PhaseDraft => ({
  id,
  title: `T${id}`,
  subtasks,
  status,
  line: 4,
})

describe('checkSteps', () => {
  it('accepts a plan whose open parts all have steps', () => {
    check(phase('a', [subtask('a1', 2), subtask('a2', 1)]))
    check(phase('a', [subtask('a1', 1), subtask('a2', 0, 'done'), subtask('a3', 0, 'deferred')]))
  })

  it('does not require steps of closed parts', () => {
    for (const status of ['done', 'skipped', 'deferred', 'cancelled'] as const) check(phase('a', [], status))
  })

  it('names a phase without subtasks, and subtasks without steps', () => {
    const wrong = (): void =>
      check(phase('a', []), phase('b', [subtask('b1', 1), subtask('b2', 0), subtask('b3', 0)], 'in_progress'))
    expect(wrong).toThrow(
      'these parts have none: a "Ta" (line 4), b2 "b2" (line 9), b3 "b3" (line 9). Give the run a driver',
    )
    expect(wrong).toThrow(
      expect.objectContaining({ code: 'DRIVER_MISSING', details: { phaseIds: ['a', 'b'] } }),
    )
  })

  it('reports that a text without a format of plans is one phase', () => {
    const plan = planSchema.parse({ phases: [{ id: '1', title: 'A' }], format: 'single', source: 'A' })
    expect(() => checkSteps(plan, () => false)).toThrow(
      'add steps to the plan. No format of plans was recognised in its text.',
    )
  })

  it('names no line of a plan made in code', () => {
    const plan = planSchema.parse({ phases: [{ id: 'a', title: 'A' }] })
    expect(() => checkSteps(plan, () => false)).toThrow('these parts have none: a "A". Give')
  })

  it('lists five parts and counts the others', () => {
    const many = Array.from({ length: 8 }, (_, index) => phase(`p${index}`, []))
    expect(() => check(...many)).toThrow(/"Tp4" \(line 4\), and 3 more\. /)
  })
})
