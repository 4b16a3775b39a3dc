import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveGraph } from '../../graph/resolve-graph.ts'
import { createReadyQueue } from './ready-queue.ts'

const nodes = (
  plan: readonly { on: readonly number[]; estimate?: number | undefined; priority?: number | undefined }[],
) =>
  plan.map(({ on, estimate, priority }, index) => ({
    id: `p${index}`,
    dependsOn: on.map((other) => `p${other}`),
    parallelWith: [],
    estimate,
    priority,
    line: index + 1,
  }))

const plans = fc
  .array(
    fc.record({
      on: fc.array(fc.nat({ max: 60 }), { maxLength: 3 }),
      estimate: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      priority: fc.option(fc.integer({ min: -1, max: 1 }), { nil: undefined }),
    }),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((list) =>
    list.map(({ on, estimate, priority }, index) => ({
      estimate,
      priority,
      on: [...new Set(on.filter((other) => other < index))],
    })),
  )

describe('createReadyQueue', () => {
  it('gives the phase with the longest way to the end first, ties in plan order', () => {
    const graph = resolveGraph(nodes([{ on: [] }, { on: [] }, { on: [1] }, { on: [] }, { on: [2] }])).graph!
    const queue = createReadyQueue(graph)
    for (const index of [3, 0, 1]) queue.add(index)
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([1, 0, 3, undefined])
  })

  it('is a sorted list, whatever is added and taken in between', () => {
    fc.assert(
      fc.property(
        plans,
        fc.array(fc.option(fc.nat({ max: 59 }), { nil: null }), { maxLength: 150 }),
        (plan, steps) => {
          const graph = resolveGraph(nodes(plan)).graph!
          const queue = createReadyQueue(graph)
          let model: number[] = []
          const takeBoth = (): void => {
            model.sort(
              (a, b) =>
                (plan[b]!.priority ?? 0) - (plan[a]!.priority ?? 0) ||
                graph.remaining[b]! - graph.remaining[a]! ||
                a - b,
            )
            expect(queue.take()).toBe(model.shift())
          }
          for (const step of steps) {
            if (step === null) takeBoth()
            else {
              const index = step % plan.length
              queue.add(index)
              model = [...new Set([...model, index])]
            }
          }
          while (model.length > 0) takeBoth()
          takeBoth()
        },
      ),
    )
  })
})
