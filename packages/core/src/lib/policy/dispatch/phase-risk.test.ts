import { expect, it } from 'vitest'
import { phaseSchema } from '../../plan/plan-schema.ts'
import { type Risk } from '../../plan/field/risk.ts'
import { phaseRisk } from './phase-risk.ts'

const risk = (own: Risk, ...steps: Risk[]): Risk =>
  phaseRisk(
    phaseSchema.parse({
      id: 'a',
      title: 'A',
      risk: own,
      subtasks: steps.map((of, index) => ({
        id: `a.${index}`,
        title: 'T',
        steps: [{ id: `a.${index}.1`, action: 'manual', risk: of }],
      })),
    }),
  )

it('is the highest of the phase and its steps, wherever it stands', () => {
  expect(risk('low')).toBe('low')
  expect(risk('low', 'low', 'high', 'medium')).toBe('high')
  expect(risk('high', 'low')).toBe('high')
  expect(risk('low', 'medium')).toBe('medium')
})
