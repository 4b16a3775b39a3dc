import { describe, expect, it } from 'vitest'
import { orderByKahn } from '../graph/order-by-kahn.ts'
import { createTaskGraph } from './create-task-graph.ts'

describe('createTaskGraph', () => {
  it.each(['random', 'chain'] as const)('has no cycle and lists tasks in shuffled order: %s', (shape) => {
    const { ids, dependsOn } = createTaskGraph(500, { shape })
    const from = Int32Array.from(dependsOn.flat())
    const to = Int32Array.from(dependsOn.flatMap((some, at) => some.map(() => at)))
    expect(new Set(orderByKahn(ids.length, from, to)).size).toBe(500)
    expect(dependsOn.some((some, at) => some.some((one) => one > at))).toBe(true)
    expect(createTaskGraph(500, { shape })).toEqual({ ids, dependsOn })
  })

  it('gives a chain one dependency each, and a random graph up to three', () => {
    const most = (shape: 'random' | 'chain') =>
      Math.max(...createTaskGraph(500, { shape }).dependsOn.map((some) => some.length))
    expect([most('chain'), most('random')]).toEqual([1, 3])
  })
})
