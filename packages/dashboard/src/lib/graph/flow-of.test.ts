import { expect, it } from 'vitest'
import { planOf } from '../../../test/plan-of.ts'
import { placePlan } from '../layout/place-plan.ts'
import { flowOf } from './flow-of.ts'

const plan = planOf({ a: [], b: ['a'] })
plan.phases[1]!.risk = 'high'
const placed = placePlan(
  plan,
  [
    { batch: 1, phases: ['a'] },
    { batch: 2, phases: ['b'] },
  ],
  3,
)

// seed: intelligent-execution 107
it('has a node for each batch with its risk, for each card, and for each checkpoint', () => {
  const nodes = flowOf(plan, placed)
  expect(nodes.map(({ id }) => id)).toEqual([
    'batch:1',
    'batch:2',
    'checkpoint:1',
    'checkpoint:2',
    'phase:a',
    'phase:b',
  ])
  expect(nodes[0]!.data).toMatchObject({ batch: 1, count: 1, risk: 'medium', titles: [] })
  expect(nodes[1]!.data).toMatchObject({ batch: 2, count: 1, risk: 'high' })
  expect(nodes[3]!.data).toEqual({ batch: 2, phases: ['b'], room: { x: 0, width: placed.width } })
})

it('has the size of each node, so that none is rendered to be measured', () => {
  for (const { width, height, measured, handles } of flowOf(plan, placed)) {
    expect(measured).toEqual({ width, height })
    expect(handles).toEqual([])
  }
})
