import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIndexQueue } from './index-queue.ts'

describe('createIndexQueue', () => {
  it('gives the smallest first, whatever came when', () => {
    const operations = fc.array(fc.oneof(fc.nat({ max: 39_999 }), fc.nat({ max: 40 }), fc.constant(-1)), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(operations, (steps) => {
        const queue = createIndexQueue(40_000)
        const model = new Set<number>()
        for (const step of steps) {
          if (step >= 0) {
            queue.add(step)
            model.add(step)
            continue
          }
          const least = model.size === 0 ? -1 : Math.min(...model)
          model.delete(least)
          expect(queue.take()).toBe(least)
        }
        for (const index of [...model].sort((a, b) => a - b)) expect(queue.take()).toBe(index)
        expect(queue.take()).toBe(-1)
      }),
    )
  })

  it('holds every number below its capacity', () => {
    for (const capacity of [0, 1, 31, 32, 33, 1024, 1025]) {
      const queue = createIndexQueue(capacity)
      for (let index = capacity - 1; index >= 0; index--) queue.add(index)
      for (let index = 0; index < capacity; index++) expect(queue.take()).toBe(index)
      expect(queue.take()).toBe(-1)
    }
  })
})
