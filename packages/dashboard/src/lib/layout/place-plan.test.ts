import { resolveGraph, planBatches, type Plan } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { planOf } from '../../../test/plan-of.ts'
import { placePlan, sizes } from './place-plan.ts'

const batchesOf = (plan: Plan) =>
  planBatches(resolveGraph(plan.phases, plan).graph!, plan.phases).map(({ phases }, index) => ({
    batch: index + 1,
    phases,
  }))

const place = (edges: Record<string, string[]>, columns: number) => {
  const plan = planOf(edges)
  return placePlan(plan, batchesOf(plan), columns)
}

describe('placePlan', () => {
  // seed: intelligent-execution 106
  it('places each batch in a lane below the one before, with a separator behind each', () => {
    const { lanes, checkpoints, height } = place({ a: [], b: ['a'], c: ['a'], d: ['b', 'c'] }, 4)
    expect(lanes.map(({ phases }) => phases)).toEqual([['a'], ['b', 'c'], ['d']])
    expect(checkpoints.map(({ batch }) => batch)).toEqual([1, 2, 3])
    for (const [index, { y }] of lanes.slice(1).entries())
      expect(y).toBe(lanes[index]!.y + lanes[index]!.height + sizes.between)
    expect(height).toBe(lanes.at(-1)!.y + lanes.at(-1)!.height + sizes.between)
  })

  it('folds a lane to one line of words, without arrows', () => {
    const plan = planOf({ a: [], b: ['a'], c: ['b'] })
    const { lanes, cards, arrows } = placePlan(plan, batchesOf(plan), 2, new Set([1]))
    expect(lanes.map(({ isFolded }) => isFolded)).toEqual([true, false, false])
    expect(lanes[1]!.y).toBe(sizes.laneHead + sizes.foldedBetween)
    expect([...cards.values()].map(({ isFolded }) => isFolded)).toEqual([true, false, false])
    expect(arrows).toEqual([{ from: 'b', to: 'c' }])
  })

  it('wraps a batch that is wider than the columns, and aligns its lines', () => {
    const { cards, lines } = place({ a: [], b: [], c: [] }, 2)
    const [a, b, c] = ['a', 'b', 'c'].map((id) => cards.get(id)!)
    expect([a!.y, b!.y]).toEqual([sizes.laneHead, sizes.laneHead])
    expect(b!.x - a!.x).toBe(sizes.card + sizes.gap)
    expect(c!.y).toBe(sizes.laneHead + sizes.head + sizes.lineGap)
    expect(c!.x).toBe(a!.x)
    expect([a, b, c].map((card) => card!.line)).toEqual([0, 0, 1])
    expect(lines[1]).toEqual({
      ...{ top: c!.y, bottom: c!.y + c!.height },
      cards: [{ left: c!.x, right: c!.x + c!.width }],
    })
  })

  it('centres a line that is alone in its lane', () => {
    const { cards, width } = place({ a: [], b: ['a'], c: ['a'] }, 2)
    expect(cards.get('a')!.x + sizes.card / 2).toBe(width / 2)
  })

  it('keeps every card in its lane, without overlaps', () => {
    const edges = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `p${index}`,
        index < 8 ? [] : [`p${index - 8 + (index % 3)}`],
      ]),
    )
    const { cards, lanes } = place(edges, 3)
    const boxes = [...cards.values()].map((card) => ({ ...card, y: card.y + lanes[card.batch - 1]!.y }))
    for (const box of boxes) {
      const lane = lanes[box.batch - 1]!
      expect(box.y + box.height).toBeLessThanOrEqual(lane.y + lane.height)
      for (const other of boxes)
        expect(
          other === box ||
            other.x >= box.x + box.width ||
            box.x >= other.x + other.width ||
            other.y >= box.y + box.height ||
            box.y >= other.y + other.height,
        ).toBe(true)
    }
  })
})
