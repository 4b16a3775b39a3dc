import { describe, expect, it } from 'vitest'
import { benchmarks } from '../run/benchmarks.ts'
import { describeGate } from './check-gates.ts'
import { gates } from './gates.ts'

describe('gates', () => {
  it('belong to a benchmark each, and are named once', () => {
    const names = benchmarks.map(({ name }) => name)
    for (const { benchmark } of gates) expect(names).toContain(benchmark)
    const all = gates.map((gate) => `${gate.benchmark}: ${describeGate(gate)}`)
    expect(new Set(all).size).toBe(all.length)
  })

  it('give a reason wherever they are looser than the aim', () => {
    const loose = gates.filter(({ aim, most }) => aim !== undefined && most > aim)
    expect(loose.filter(({ reason }) => reason === undefined).map(describeGate)).toEqual([])
  })
})
