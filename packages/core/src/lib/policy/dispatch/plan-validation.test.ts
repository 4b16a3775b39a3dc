import { describe, expect, it } from 'vitest'
import { readStep } from '../../../../test/performer-fixture.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import { planValidation } from './plan-validation.ts'

const plan = (hasAgent: boolean, ...drafts: Partial<StepDraft>[]) => {
  const { together, alone } = planValidation(drafts.map(readStep), { hasAgent })
  return { together: together.map(({ id }) => id), alone: [...alone] }
}
const low = { id: 'low', risk: 'low' } as const
const medium = { id: 'medium', risk: 'medium' } as const
const high = { id: 'high', risk: 'high' } as const

describe('planValidation', () => {
  // seed: intelligent-execution 77
  it('asks nobody about steps of low risk alone', () => {
    expect(plan(true, low, { ...low, id: 'other' })).toEqual({ together: [], alone: [] })
  })

  it('has a step of medium risk looked at with those around it, in their order, where there is an agent', () => {
    expect(plan(true, low, medium)).toEqual({ together: ['low', 'medium'], alone: [] })
    expect(plan(false, low, medium)).toEqual({ together: [], alone: [] })
  })

  // seed: intelligent-execution 79
  it('has each step of high risk looked at alone, where there is an agent', () => {
    expect(plan(true, low, high, medium)).toEqual({ together: ['low', 'medium'], alone: ['high'] })
    expect(plan(false, low, high, medium)).toEqual({ together: [], alone: [] })
    expect(plan(true, low, high)).toEqual({ together: [], alone: ['high'] })
  })

  it('leaves to a person what asks for one anyway', () => {
    const steps: Partial<StepDraft>[] = [
      { ...high, requiresHumanJudgment: true },
      { ...medium, action: 'manual' },
    ]
    for (const hasAgent of [true, false])
      expect(plan(hasAgent, low, ...steps)).toEqual({ together: [], alone: [] })
  })
})
