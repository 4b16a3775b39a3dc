import { planBatches, resolveGraph } from '@amelia/core'
import { expect, it } from 'vitest'
import { planOf } from '../../../test/plan-of.ts'
import { freeRooms } from './free-rooms.ts'
import { placePlan } from './place-plan.ts'
import { routeArrow } from './route-arrow.ts'

it('leaves room for a label between the arrows that pass a separator', () => {
  const plan = planOf({ a: [], b: ['a'], c: ['a'], d: ['a'], e: ['b', 'c'], f: ['d', 'e'] })
  const batches = planBatches(resolveGraph(plan.phases, plan).graph!, plan.phases)
  const placed = placePlan(
    plan,
    batches.map(({ phases }, index) => ({ batch: index + 1, phases })),
    3,
  )
  const rooms = freeRooms(placed)
  for (const { batch, y, height } of placed.checkpoints.slice(0, -1)) {
    const { x, width } = rooms.get(batch)!
    expect(width).toBeGreaterThan(200)
    for (const arrow of placed.arrows) {
      const legs = routeArrow(placed, arrow)
      const leg = legs.find(({ top }) => top > y + height)
      if (leg && legs[0]!.bottom < y) expect(leg.x <= x || leg.x >= x + width).toBe(true)
    }
  }
})
