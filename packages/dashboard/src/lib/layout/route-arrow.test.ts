import { planBatches, resolveGraph } from '@amelia/core'
import { expect, it } from 'vitest'
import { planOf } from '../../../test/plan-of.ts'
import { placePlan, sizes } from './place-plan.ts'
import { routeArrow } from './route-arrow.ts'

const place = (edges: Record<string, string[]>, columns: number) => {
  const plan = planOf(edges)
  const batches = planBatches(resolveGraph(plan.phases, plan).graph!, plan.phases)
  return placePlan(
    plan,
    batches.map(({ phases }, index) => ({ batch: index + 1, phases })),
    columns,
  )
}

it('goes straight from a card to the one below it', () => {
  const placed = place({ a: [], b: ['a'] }, 3)
  const legs = routeArrow(placed, { from: 'a', to: 'b' })
  const middle = placed.width / 2
  expect(legs.map(({ x }) => x)).toEqual([middle, middle])
  expect(legs[0]!.top).toBe(sizes.laneHead + sizes.head)
  expect(legs[1]!.bottom).toBe(placed.lanes[1]!.y + sizes.laneHead)
})

it('passes no card, in any line between the two', () => {
  const edges = Object.fromEntries(
    Array.from({ length: 80 }, (_, index) => [
      `p${index}`,
      index < 8 ? [] : [`p${index - 8}`, `p${Math.floor((index * 7) % (index - 7))}`],
    ]),
  )
  const placed = place(edges, 3)
  let between = 0
  for (const arrow of placed.arrows) {
    const [from, to] = [placed.cards.get(arrow.from)!, placed.cards.get(arrow.to)!]
    const legs = routeArrow(placed, arrow)
    expect(legs).toHaveLength(to.line - from.line + 1)
    for (const [index, { x, top, bottom }] of legs.slice(1, -1).entries()) {
      const line = placed.lines[from.line + 1 + index]!
      between++
      expect([top, bottom]).toEqual([line.top, line.bottom])
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(placed.width)
      for (const { left, right } of line.cards) expect(x < left || x > right).toBe(true)
    }
  }
  expect(between).toBeGreaterThan(100)
})

it('has no way from or to a phase that is not placed', () => {
  expect(routeArrow(place({ a: [] }, 1), { from: 'a', to: 'z' })).toEqual([])
})
