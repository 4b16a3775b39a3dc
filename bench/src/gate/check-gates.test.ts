import { describe, expect, it } from 'vitest'
import type { Row } from '../run/benchmark.ts'
import { checkGates, describeGate } from './check-gates.ts'
import type { Gate } from './gate.ts'

const row = (subject: string, size: number, min: number): Row => ({
  series: 'random',
  subject,
  size,
  unit: 'ns',
  min,
  median: min + 400,
  repeats: 3,
})
const rows = [row('amelia', 10, 400), row('amelia', 1_000, 500), row('toposort', 10, 800)]
const gate = (more: Partial<Gate>): Gate => ({
  benchmark: 'graph',
  series: 'random',
  subject: 'amelia',
  size: 10,
  most: 1,
  ...more,
})
const verdict = (more: Partial<Gate>): [number | undefined, boolean] => {
  const [check] = checkGates([gate(more)], rows)
  return [check?.value, check?.passes ?? false]
}

describe('checkGates', () => {
  it('compares the ratio to a peer with the gate', () => {
    expect(verdict({ against: { subject: 'toposort' }, most: 0.5 })).toEqual([0.5, true])
    expect(verdict({ against: { subject: 'toposort' }, most: 0.49 })).toEqual([0.5, false])
  })

  it('compares medians where a gate asks for them', () => {
    const against = { subject: 'toposort' }
    expect(verdict({ against, most: 0.67, statistic: 'median' })).toEqual([800 / 1_200, true])
    expect(verdict({ most: 799, statistic: 'median' })).toEqual([800, false])
  })

  it('compares a figure at two sizes, and a figure alone', () => {
    expect(verdict({ size: 1_000, against: { size: 10 }, most: 1.2 })).toEqual([1.25, false])
    expect(verdict({ most: 400 })).toEqual([400, true])
    expect(verdict({ most: 399 })).toEqual([400, false])
  })

  it('fails without its own figure, and passes without that of a peer', () => {
    expect(verdict({ subject: 'other', against: { subject: 'toposort' } })).toEqual([undefined, false])
    expect(verdict({ against: { subject: 'absent' } })).toEqual([undefined, true])
    expect(verdict({ against: { size: 7 } })).toEqual([undefined, false])
  })

  it('names both figures', () => {
    expect(describeGate(gate({ size: 10_000, against: { size: 1_000 } }))).toBe(
      'random, 10,000: amelia / at 1,000',
    )
    expect(describeGate(gate({ against: { subject: 'toposort' } }))).toBe('random, 10: amelia / toposort')
    expect(describeGate(gate({ statistic: 'median' }))).toBe('median random, 10: amelia')
  })
})
