import { describe, expect, it } from 'vitest'
import type { GraphNode } from './graph.ts'
import { createReach } from './reach.ts'
import { resolveGraph } from './resolve-graph.ts'

const node = (id: string, dependsOn: string[], parallelWith: string[], line = 1): GraphNode => ({
  id,
  dependsOn,
  parallelWith,
  line,
})
const told = (nodes: GraphNode[]) =>
  resolveGraph(nodes).issues.map(({ code, line, message, severity }) => {
    if (code !== 'PHASE_CYCLE') expect(severity).toBe('warning')
    return `${line} ${code} ${message}`
  })

describe('claims of Parallel With', () => {
  it('that hold are not told', () => {
    expect(
      told([node('1', [], []), node('2a', ['1'], ['2b', '2a']), node('2b', ['1'], ['2a', '2a'])]),
    ).toEqual([])
  })

  it('on phases that are not there: PARALLEL_UNKNOWN', () => {
    expect(told([node('1', [], ['2x', '3'], 4)])).toEqual([
      '4 PARALLEL_UNKNOWN Phase 1 names 2x and 3 under Parallel With: no such phase.',
    ])
  })

  it('that are not returned: PARALLEL_NOT_MUTUAL', () => {
    expect(
      told([
        node('a', [], ['b', 'c', 'd'], 1),
        node('b', [], ['a'], 2),
        node('c', [], []),
        node('d', [], []),
      ]),
    ).toEqual([
      '1 PARALLEL_NOT_MUTUAL Phase a names c and d under Parallel With, but is not named in return. ' +
        'The order comes from Depends On alone.',
    ])
  })

  // seed: phase-execution-reference 11
  it('of phases that wait for each other: PARALLEL_CONTRADICTS_DEPENDENCY, told once', () => {
    expect(told([node('a', [], ['b'], 1), node('b', ['a'], ['a'], 2)])).toEqual([
      '2 PARALLEL_CONTRADICTS_DEPENDENCY Parallel With contradicts Depends On, which wins: b waits for a.',
    ])
    expect(told([node('a', [], ['b'], 1), node('b', ['a'], [], 2)])).toEqual([
      '1 PARALLEL_CONTRADICTS_DEPENDENCY Parallel With contradicts Depends On, which wins: b waits for a.',
    ])
  })

  it('of phases that wait for each other through others', () => {
    const nodes = [
      node('a', [], ['d'], 1),
      node('b', ['a'], [], 2),
      node('c', ['b', 'a'], [], 3),
      node('d', ['c'], ['a'], 4),
      node('e', [], [], 5),
    ]
    expect(told(nodes)).toEqual([
      '4 PARALLEL_CONTRADICTS_DEPENDENCY Parallel With contradicts Depends On, which wins: d waits for a.',
    ])
  })

  it('are looked at also when there is a cycle', () => {
    const nodes = [node('a', ['b'], ['b'], 1), node('b', ['a'], ['x'], 2)]
    expect(told(nodes).map((line) => line.split(' ')[1])).toEqual([
      'PHASE_CYCLE',
      'PARALLEL_CONTRADICTS_DEPENDENCY',
      'PARALLEL_UNKNOWN',
    ])
  })

  it('that are many are shortened', () => {
    expect(told([node('a', [], ['b', 'c', 'd', 'e', 'f', 'g', 'h'])])[0]).toContain(
      'b, c, d, e, f and 2 more',
    )
    expect(told([node('a', [], ['b', 'c', 'd', 'e', 'f', 'g'])])[0]).toContain('b, c, d, e, f and g')
  })
})

describe('createReach', () => {
  // A ladder: two nodes a layer, each waiting for both above it. There are 2^50 ways through it.
  const ladder = Array.from({ length: 100 }, (_, k) =>
    node(String(k), k < 2 ? [] : [String(k - (k % 2) - 2), String(k - (k % 2) - 1)], []),
  )
  const nodes = [...ladder, node('alone', [], [])]
  const reachOf = (limit: number) => {
    const { graph } = resolveGraph(nodes)
    if (graph === undefined) throw new Error('expected a graph')
    return createReach(graph.dependencies, graph.layer, limit)
  }

  it('walks through each node once', () => {
    const waits = reachOf(1_000)
    expect(waits(99, 100)).toBe(false)
    expect(waits(99, 0)).toBe(true)
    expect(waits(0, 99)).toBe(false)
    expect(waits(98, 99)).toBe(false)
  })

  it('answers for direct dependencies when its work is used up', () => {
    const waits = reachOf(0)
    expect(waits(99, 97)).toBe(true)
    expect(waits(99, 0)).toBe(false)
  })
})
