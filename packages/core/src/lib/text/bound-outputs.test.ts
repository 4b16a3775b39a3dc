import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundOutputs } from './bound-outputs.ts'

const lines = (count: number, text = 'x'.repeat(39)): string => Array<string>(count).fill(text).join('\n')
const lengths = (outputs: readonly string[], main: number): number[] =>
  boundOutputs(outputs, main).map(({ length }) => length)

describe('boundOutputs', () => {
  it('keeps outputs that fit together', () => {
    const outputs = ['one', '', lines(40), lines(50)]
    expect(boundOutputs(outputs, 2)).toEqual(outputs)
  })

  it('bounds one output as before', () => {
    expect(boundOutputs([lines(90)], 0)[0]).toHaveLength(lines(90).length)
    expect(lengths([lines(300)], 0)[0]).toBeLessThanOrEqual(4_000)
  })

  it('gives the main output half of the room, and the others the rest', () => {
    const [first, second, third] = lengths([lines(90), lines(90), lines(90)], 1)
    expect(second).toBeGreaterThan(1_500)
    expect(second).toBeLessThanOrEqual(2_000)
    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThanOrEqual(1_000)
    expect(third).toBe(first)
  })

  it('gives the room that one does not need to another', () => {
    const [, second] = lengths(['missing', lines(95)], 0)
    expect(second).toBeGreaterThan(3_000)
    const [main] = lengths([lines(95), 'missing'], 0)
    expect(main).toBeGreaterThan(3_000)
  })

  it('never takes more room than one output, except for notes on what is left out', () => {
    const output = fc.integer({ min: 0, max: 300 }).map((count) => lines(count))
    fc.assert(
      fc.property(fc.array(output, { minLength: 1, maxLength: 30 }), fc.nat(), (outputs, seed) => {
        const all = lengths(outputs, seed % outputs.length)
        expect(all.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(4_000 + 50 * outputs.length)
      }),
    )
  })
})
