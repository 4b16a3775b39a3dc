import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveGraph } from '../../graph/resolve-graph.ts'
import { findDescendants } from './find-descendants.ts'

const graphOf = (dependencies: readonly (readonly number[])[]) => {
  const nodes = dependencies.map((on, index) => ({
    id: String(index),
    dependsOn: on.map(String),
    parallelWith: [],
    line: index + 1,
  }))
  return resolveGraph(nodes).graph!
}

describe('findDescendants', () => {
  it('gives what depends on a phase, nearest first', () => {
    const graph = graphOf([[], [0], [0], [1], [2, 3], []])
    expect(findDescendants(graph, 0)).toEqual([1, 2, 3, 4])
    expect(findDescendants(graph, 3)).toEqual([4])
    expect(findDescendants(graph, 4)).toEqual([])
    expect(findDescendants(graph, 5)).toEqual([])
  })

  it('goes through nothing that is there', () => {
    const graph = graphOf([[], [0], [1], [0], [2, 3]])
    expect(findDescendants(graph, 0, (index) => index === 1)).toEqual([3, 4])
    expect(findDescendants(graph, 0, (index) => index === 1 || index === 3)).toEqual([])
  })

  it('is what can be reached, each once, never the phase itself', () => {
    const plans = fc
      .array(fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), { minLength: 1, maxLength: 30 })
      .map((list) => list.map((on, index) => [...new Set(on.filter((other) => other < index))]))
    fc.assert(
      fc.property(plans, fc.nat({ max: 29 }), (dependencies, pick) => {
        const from = pick % dependencies.length
        const reached = new Set([from])
        dependencies.forEach((on, index) => {
          if (on.some((other) => reached.has(other))) reached.add(index)
        })
        reached.delete(from)
        const found = findDescendants(graphOf(dependencies), from)
        expect([...found].sort((a, b) => a - b)).toEqual([...reached])
      }),
    )
  })

  it('does not run out of stack in a long chain', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => (index === 0 ? [] : [index - 1]))
    expect(findDescendants(graphOf(chain), 0)).toHaveLength(49_999)
  })
})
