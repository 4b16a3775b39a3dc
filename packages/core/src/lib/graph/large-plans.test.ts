import { describe, expect, it } from 'vitest'
import { defineParser } from '../contract/plan-parser.ts'
import { checkPlan } from './check-plan.ts'
import type { GraphNode } from './graph.ts'
import { resolveGraph } from './resolve-graph.ts'

const node = (id: string, dependsOn: string[]): GraphNode => ({ id, dependsOn, parallelWith: [], line: 1 })

const count = 100_000

const inTime = (nodes: GraphNode[]) => {
  const start = performance.now()
  const result = resolveGraph(nodes)
  expect(performance.now() - start).toBeLessThan(5_000)
  return result
}

describe('a plan of a hundred thousand phases', () => {
  it('in a chain is neither deep nor slow, either way round', () => {
    const chain = Array.from({ length: count }, (_, k) => node(`p${k}`, k === 0 ? [] : [`p${k - 1}`]))
    expect(inTime(chain).graph?.layer[count - 1]).toBe(count - 1)
    expect(inTime(chain.reverse()).graph?.remaining[count - 1]).toBe(count)
  })

  it('in a circle is refused, also behind a long tail and with short cuts', () => {
    for (const step of [1, 7]) {
      const ring = Array.from({ length: count }, (_, k) =>
        node(`p${k}`, [`p${(k + 1) % count}`, `p${(k + step) % count}`]),
      )
      const tail = Array.from({ length: count }, (_, k) => node(`t${k}`, [k === 0 ? 'p0' : `t${k - 1}`]))
      expect(inTime([...tail.reverse(), ...ring]).issues[0]?.code).toBe('PHASE_CYCLE')
    }
  })

  it('fault 10: overflows no stack with as many findings', () => {
    const phases = Array.from({ length: count }, (_, k) => ({ id: `p${k}`, title: 'x', dependsOn: ['none'] }))
    const parser = defineParser({
      id: 'wide',
      detect: () => 1,
      parse: () => ({ plan: { phases }, issues: [] }),
    })
    expect(checkPlan('x', { parsers: [parser] }).issues.length).toBeGreaterThanOrEqual(count)
  })
})
