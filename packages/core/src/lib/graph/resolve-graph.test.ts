import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dependenciesOf, dependentsOf, type GraphNode } from './graph.ts'
import { resolveGraph } from './resolve-graph.ts'

const node = (id: string, dependsOn: string[] = [], more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  dependsOn,
  parallelWith: [],
  line: 1,
  ...more,
})

const resolve = (nodes: GraphNode[]) => {
  const { graph } = resolveGraph(nodes)
  if (graph === undefined) throw new Error('expected a graph')
  return graph
}

const order = (nodes: GraphNode[]): string[] => {
  const { ids, order } = resolve(nodes)
  return Array.from(order, (index) => ids[index] as string)
}

/** Numbers as ids; each node depends on smaller numbers only, and the plan's order is a shuffle of them. */
const acyclic = fc.integer({ min: 1, max: 24 }).chain((count) =>
  fc.record({
    links: fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })), { maxLength: 40 }),
    shuffle: fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count }),
    estimates: fc.array(fc.option(fc.nat({ max: 5 }), { nil: undefined }), {
      minLength: count,
      maxLength: count,
    }),
  }),
)

const toNodes = ({ links, shuffle, estimates }: typeof acyclic extends fc.Arbitrary<infer T> ? T : never) =>
  shuffle.map((number) =>
    node(
      `n${number}`,
      links.filter(([a, b]) => Math.max(a, b) === number && a !== b).map(([a, b]) => `n${Math.min(a, b)}`),
      { estimate: estimates[number] },
    ),
  )

describe('order', () => {
  it('is the plan order where that works', () => {
    expect(order([node('0'), node('1', ['0']), node('2b', ['1']), node('2a', ['1'])])).toEqual([
      '0',
      '1',
      '2b',
      '2a',
    ])
  })

  // seed: phase-execution-reference 13
  it('breaks ties by plan order', () => {
    expect(order([node('d', ['a']), node('c'), node('b'), node('a')])).toEqual(['c', 'b', 'a', 'd'])
    expect(order([node('d', ['b']), node('c'), node('b'), node('a')])).toEqual(['c', 'b', 'd', 'a'])
  })

  it('is at each place the first of the plan that could come', () => {
    fc.assert(
      fc.property(acyclic.map(toNodes), (nodes) => {
        const done = new Set<string>()
        for (const id of order(nodes)) {
          const first = nodes.find(
            (candidate) => !done.has(candidate.id) && candidate.dependsOn.every((other) => done.has(other)),
          )
          expect(id).toBe(first?.id)
          done.add(id)
        }
        expect(done.size).toBe(nodes.length)
      }),
    )
  })
})

describe('edges', () => {
  const graph = () =>
    resolve([node('a'), node('b', ['c', 'a', 'c', 'b', 'nowhere']), node('c'), node('a', ['c'], { line: 9 })])

  it('pass over repeated, unknown and own ids; of two nodes with one id the first wins', () => {
    expect(graph().ids).toEqual(['a', 'b', 'c'])
    expect(dependenciesOf(graph(), 'b')).toEqual(['c', 'a'])
    expect(dependenciesOf(graph(), 'a')).toEqual([])
  })

  // seed: phase-execution-reference 12
  it('lead back in plan order', () => {
    expect(dependentsOf(graph(), 'c')).toEqual(['b'])
    expect(dependentsOf(graph(), 'nowhere')).toEqual([])
    const fan = resolve([node('z', ['x']), node('x'), node('y', ['x'])])
    expect(dependentsOf(fan, 'x')).toEqual(['z', 'y'])
  })

  it('take ids that are names of Object properties', () => {
    const odd = resolve([node('__proto__'), node('constructor', ['__proto__', 'toString'])])
    expect(dependenciesOf(odd, 'constructor')).toEqual(['__proto__'])
    expect(dependenciesOf(odd, 'toString')).toEqual([])
  })

  it('are none in an empty plan', () => {
    expect(resolve([]).order).toHaveLength(0)
  })
})

describe('layer and remaining', () => {
  it('are the longest ways from a start and to an end', () => {
    fc.assert(
      fc.property(acyclic.map(toNodes), (nodes) => {
        const graph = resolve(nodes)
        const byId = new Map(nodes.map((each) => [each.id, each]))
        const depth = (id: string): number =>
          Math.max(0, ...(byId.get(id)?.dependsOn ?? []).map((other) => depth(other) + 1))
        const known = nodes.flatMap(({ estimate }) => (estimate === undefined ? [] : [estimate]))
        const mean = known.length === 0 ? 1 : known.reduce((sum, each) => sum + each, 0) / known.length
        const rest = (id: string): number =>
          (byId.get(id)?.estimate ?? mean) +
          Math.max(0, ...nodes.filter(({ dependsOn }) => dependsOn.includes(id)).map((each) => rest(each.id)))
        graph.ids.forEach((id, index) => {
          expect(graph.layer[index]).toBe(depth(id))
          expect(graph.remaining[index]).toBeCloseTo(rest(id), 9)
        })
      }),
    )
  })

  it('count phases if there are no estimates', () => {
    expect(resolve([node('a'), node('b', ['a']), node('c', ['b'])]).remaining).toEqual(
      Float64Array.of(3, 2, 1),
    )
  })

  it('take the mean for a missing or impossible estimate', () => {
    const graph = resolve([
      node('a', [], { estimate: 2 }),
      node('b', [], { estimate: 4 }),
      node('c'),
      node('d', [], { estimate: -1 }),
      node('e', [], { estimate: Number.NaN }),
    ])
    expect(graph.weight).toEqual(Float64Array.of(2, 4, 3, 3, 3))
  })
})

describe('PHASE_CYCLE', () => {
  it('names ids and lines', () => {
    const { graph, issues } = resolveGraph([
      node('1', [], { line: 11 }),
      node('2a', ['1', '3'], { line: 12 }),
      node('3', ['2a'], { line: 14 }),
    ])
    expect(graph).toBeUndefined()
    expect(issues).toEqual([
      {
        severity: 'error',
        code: 'PHASE_CYCLE',
        line: 12,
        column: 1,
        message:
          'These phases depend on each other in a circle, so none can start: 2a (line 12) -> 3 (line 14) -> 2a ' +
          '(each depends on the next). Remove one of these dependencies.',
      },
    ])
  })

  it('is told once for each knot, in plan order, ten at most', () => {
    const knots = (count: number): GraphNode[] =>
      Array.from({ length: count }, (_, k) => [node(`a${k}`, [`b${k}`]), node(`b${k}`, [`a${k}`])]).flat()
    expect(resolveGraph(knots(2)).issues.map(({ message }) => /: (\w+)/.exec(message)?.[1])).toEqual([
      'a0',
      'a1',
    ])
    expect(resolveGraph(knots(40)).issues).toHaveLength(10)
    const [first, second] = [knots(1), [node('z', ['y']), node('y', ['z'])]]
    const linked = [{ ...first[0]!, dependsOn: ['b0', 'z'] }, first[1]!, ...second]
    expect(resolveGraph(linked).issues.map(({ message }) => /: (\w+)/.exec(message)?.[1])).toEqual([
      'a0',
      'z',
    ])
  })

  it('shortens a long one', () => {
    const ring = Array.from({ length: 100 }, (_, k) => node(`p${k}`, [`p${(k + 1) % 100}`]))
    const message = resolveGraph(ring).issues[0]?.message ?? ''
    expect(message).toContain('p11 -> … 88 more … -> p0 (each')
    expect(message).not.toContain('p12')
    const whole = Array.from({ length: 13 }, (_, k) => node(`p${k}`, [`p${(k + 1) % 13}`]))
    expect(resolveGraph(whole).issues[0]?.message).toContain('p11 -> p12 -> p0 (each')
  })
})

describe('a cycle of finished phases', () => {
  const past = [node('1', ['2'], { status: 'done' }), node('2', ['1'], { status: 'skipped' })]
  const found = (nodes: GraphNode[]) =>
    resolveGraph(nodes).issues.map(({ severity, code, message }) => [
      severity,
      code,
      /, ([a-z ]+):/.exec(message)?.[1],
    ])

  it('is a warning, and the plan has a graph without it', () => {
    const nodes = [...past, node('3', ['2'], { status: 'pending' })]
    expect(found(nodes)).toEqual([['warning', 'PHASE_CYCLE', 'but all are finished']])
    expect(dependenciesOf(resolve(nodes), '1')).toEqual([])
    expect(dependenciesOf(resolve(nodes), '3')).toEqual(['2'])
  })

  it('is an error with a phase that is not finished', () => {
    const nodes = [node('1', ['2'], { status: 'done' }), node('2', ['1'], { status: 'pending' })]
    expect(resolveGraph(nodes).graph).toBeUndefined()
    expect(found(nodes)).toEqual([['error', 'PHASE_CYCLE', 'so none can start']])
  })

  it('does not hide another cycle', () => {
    expect(found([...past, node('3', ['4']), node('4', ['3'])]).map(([severity]) => severity)).toEqual([
      'warning',
      'error',
    ])
  })
})
