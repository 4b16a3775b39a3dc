import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { criticalPath } from './critical-path.ts'
import type { GraphNode } from './graph.ts'
import { resolveGraph } from './resolve-graph.ts'

const node = (id: string, dependsOn: string[] = [], estimate?: number): GraphNode => ({
  id,
  dependsOn,
  parallelWith: [],
  estimate,
  line: 1,
})
const pathOf = (nodes: GraphNode[]): string[] => {
  const { graph } = resolveGraph(nodes)
  if (graph === undefined) throw new Error('expected a graph')
  return criticalPath(graph)
}

describe('criticalPath', () => {
  it('follows the estimates', () => {
    expect(pathOf([node('1'), node('2a', ['1'], 3), node('2b', ['1'], 8), node('3', ['2a', '2b'])])).toEqual([
      '1',
      '2b',
      '3',
    ])
  })

  it('breaks ties by plan order', () => {
    expect(pathOf([node('1'), node('2b', ['1']), node('2a', ['1']), node('3', ['2a', '2b'])])).toEqual([
      '1',
      '2b',
      '3',
    ])
    expect(pathOf([node('b'), node('a'), node('c', ['a', 'b'])])).toEqual(['b', 'c'])
  })

  it('goes from a start to an end also where phases cost nothing', () => {
    expect(pathOf([node('b', ['a'], 0), node('a', [], 0), node('c', ['b'], 0)])).toEqual(['a', 'b', 'c'])
  })

  it('is nothing in an empty plan', () => {
    expect(pathOf([])).toEqual([])
  })

  it('is never lighter than any other way', () => {
    const plans = fc.array(
      fc.tuple(fc.array(fc.nat({ max: 8 }), { maxLength: 3 }), fc.integer({ min: 0, max: 4 })),
      { minLength: 1, maxLength: 9 },
    )
    fc.assert(
      fc.property(plans, fc.boolean(), (rows, backwards) => {
        const nodes = rows.map(([links, estimate], k) =>
          node(
            `n${k}`,
            links.filter((link) => link < k).map((link) => `n${link}`),
            estimate,
          ),
        )
        if (backwards) nodes.reverse()
        const byId = new Map(nodes.map((each) => [each.id, each]))
        const ways = (id: string): string[][] => {
          const { dependsOn } = byId.get(id) as GraphNode
          return dependsOn.length === 0 ? [[id]] : dependsOn.flatMap(ways).map((way) => [...way, id])
        }
        const cost = (way: string[]) => way.reduce((sum, id) => sum + (byId.get(id)?.estimate as number), 0)
        const all = nodes.flatMap(({ id }) => ways(id))
        const path = pathOf(nodes)
        expect(all).toContainEqual(path)
        expect(cost(path)).toBe(Math.max(...all.map(cost)))
        expect(nodes.some(({ dependsOn }) => dependsOn.includes(path.at(-1) as string))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
