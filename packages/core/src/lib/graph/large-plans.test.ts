import { describe, expect, it } from 'vitest'
import { growsLinearly } from '../../../../../test/fixtures/grows-linearly.ts'
import { defineParser } from '../contract/plan-parser.ts'
import { checkPlan } from '../read/check-plan.ts'
import type { GraphNode } from './graph.ts'
import { resolveGraph } from './resolve-graph.ts'
import { isLong } from '../../../../../test/fixtures/is-long.ts'

const node = (id: string, dependsOn: string[]): GraphNode => ({ id, dependsOn, parallelWith: [], line: 1 })

const count = isLong ? 100_000 : 30_000
/** Times of smaller plans say little. */
const measured = 100_000

const chainOf = (size: number): GraphNode[] =>
  Array.from({ length: size }, (_, k) => node(`p${k}`, k === 0 ? [] : [`p${k - 1}`]))

/** A circle with short cuts, and a tail as long that leads into it. */
const ringOf = (size: number, step: number): GraphNode[] => {
  const ring = Array.from({ length: size }, (_, k) =>
    node(`p${k}`, [`p${(k + 1) % size}`, `p${(k + step) % size}`]),
  )
  const tail = Array.from({ length: size }, (_, k) => node(`t${k}`, [k === 0 ? 'p0' : `t${k - 1}`]))
  return [...tail.reverse(), ...ring]
}

describe('a plan of very many phases', () => {
  it('in a chain is neither deep nor slow, either way round', () => {
    expect(resolveGraph(chainOf(count)).graph?.layer[count - 1]).toBe(count - 1)
    expect(resolveGraph(chainOf(count).reverse()).graph?.remaining[count - 1]).toBe(count)
    growsLinearly(measured / 8, (size) => resolveGraph(chainOf(size)))
    growsLinearly(measured / 8, (size) => resolveGraph(chainOf(size).reverse()))
  })

  it('in a circle is refused, also behind a long tail and with short cuts', () => {
    for (const step of [1, 7]) {
      expect(resolveGraph(ringOf(count, step)).issues[0]?.code).toBe('PHASE_CYCLE')
      growsLinearly(measured / 16, (size) => resolveGraph(ringOf(size, step)))
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
