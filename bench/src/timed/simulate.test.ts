import { expect, it } from 'vitest'
import { simulateDataflow, simulateOrder } from './simulate.ts'

const graph = {
  ids: ['a', 'b', 'c', 'd'],
  dependsOn: [[], [], [0], [1, 2]],
  duration: [3, 1, 2, 5],
}

it.each([
  [1, [0, 1, 2, 3], 11],
  [2, [0, 1, 2, 3], 10],
  // The second place is free at 1, and its task waits for the first one.
  [2, [1, 0, 2, 3], 10],
])('with %i places, the order %j takes %i', (places, order, expected) => {
  expect(simulateOrder(graph, places, order)).toBe(expected)
  expect(simulateDataflow(graph, places)).toBeLessThanOrEqual(expected)
})
