import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edges } from './graph.ts'
import { shortestCycle } from './shortest-cycle.ts'
import { strongComponents } from './strong-components.ts'

const toEdges = (adjacency: number[][]): Edges => ({
  start: Int32Array.from([0, ...adjacency.map((_, node) => adjacency.slice(0, node + 1).flat().length)]),
  target: Int32Array.from(adjacency.flat()),
})

const graphs = fc.integer({ min: 1, max: 9 }).chain((count) =>
  fc
    .array(fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: 3 }), {
      minLength: count,
      maxLength: count,
    })
    .map((adjacency) => adjacency.map((targets, node) => targets.filter((target) => target !== node))),
)

/** Floyd and Warshall: the number of edges of the shortest way between any two nodes. */
const distances = (adjacency: number[][]): number[][] => {
  const far = adjacency.map((targets) => adjacency.map((_, to) => (targets.includes(to) ? 1 : Infinity)))
  adjacency.forEach((_, via) =>
    far.forEach((row) =>
      row.forEach((known, to) => {
        row[to] = Math.min(known, (row[via] as number) + (far[via]?.[to] as number))
      }),
    ),
  )
  return far
}

describe('strongComponents', () => {
  it('are the groups whose members reach each other', () => {
    fc.assert(
      fc.property(graphs, (adjacency) => {
        const far = distances(adjacency)
        const together = (a: number, b: number) =>
          a === b || ((far[a]?.[b] as number) < Infinity && (far[b]?.[a] as number) < Infinity)
        const expected = adjacency
          .map((_, node) => adjacency.map((_, other) => other).filter((other) => together(node, other)))
          .filter((group, node) => group.length > 1 && group[0] === node)
        const found = strongComponents(toEdges(adjacency)).map((component) => [...component])
        expect(found.sort((a, b) => (a[0] as number) - (b[0] as number))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

describe('shortestCycle', () => {
  it('is a cycle, none is shorter, and it begins with its smallest node', () => {
    let seen = 0
    fc.assert(
      fc.property(graphs, (adjacency) => {
        const edges = toEdges(adjacency)
        const far = distances(adjacency)
        for (const component of strongComponents(edges)) {
          seen++
          const cycle = shortestCycle(edges, component)
          const lengths = [...component].map((node) => far[node]?.[node] as number)
          const shortest = Math.min(...lengths)
          expect(cycle).toHaveLength(shortest)
          cycle.forEach((node, place) => {
            expect(adjacency[node]).toContain(cycle[(place + 1) % cycle.length])
          })
          expect(cycle[0]).toBe(component[lengths.indexOf(shortest)])
        }
      }),
      { numRuns: 500 },
    )
    expect(seen).toBeGreaterThan(100)
  })

  it('is of several the one with the smallest node', () => {
    const adjacency = [[1], [2], [0, 3], [4], [5], [3, 0]]
    expect(shortestCycle(toEdges(adjacency), Int32Array.from([0, 1, 2, 3, 4, 5]))).toEqual([0, 1, 2])
  })

  it('settles for some cycle when the work would be too much', () => {
    const adjacency = Array.from({ length: 50 }, (_, node) => [(node + 1) % 50, (node + 3) % 50])
    const component = Int32Array.from(adjacency.keys())
    for (const limit of [0, 10, 200, 2_000]) {
      const cycle = shortestCycle(toEdges(adjacency), component, limit)
      expect(new Set(cycle).size).toBe(cycle.length)
      cycle.forEach((node, place) => {
        expect(adjacency[node]).toContain(cycle[(place + 1) % cycle.length])
      })
    }
  })
})
