import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundOutput } from './bound-output.ts'

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index}`).join('\n')

describe('boundOutput', () => {
  it('leaves what is short as it is', () => {
    for (const output of ['', '\n', 'a\n', numbered(100), 'x'.repeat(4_000)])
      expect(boundOutput(output)).toBe(output)
  })

  it('keeps the first and the last 50 lines, and says how many are missing', () => {
    const lines = boundOutput(numbered(140)).split('\n')
    expect(lines).toHaveLength(101)
    expect(lines.slice(49, 52)).toEqual(['line 49', '... (40 lines left out) ...', 'line 90'])
    expect(lines.at(-1)).toBe('line 139')
  })

  it('keeps both ends of a long line, and says how many characters are missing', () => {
    const output = `BEGIN${'x'.repeat(9_990)}END`
    const bounded = boundOutput(output)
    const said = /\.\.\. \((\d+) characters left out\) \.\.\./.exec(bounded)
    expect(bounded.startsWith('BEGIN')).toBe(true)
    expect(bounded.endsWith('END')).toBe(true)
    expect(bounded.length).toBeGreaterThan(3_900)
    expect(bounded.length).toBeLessThanOrEqual(4_000)
    expect(bounded.replace(/\n\.\.\..*\.\.\.\n/, '').length + Number(said?.[1])).toBe(output.length)
  })

  it('cuts no character into halves, at neither end', () => {
    for (const output of ['😀'.repeat(3_000), `a${'😀'.repeat(3_000)}`, `${'😀'.repeat(3_000)}a`])
      expect(boundOutput(output)).toMatch(
        /^a?(?:😀)+\n\.\.\. \(\d+ characters left out\) \.\.\.\n(?:😀)+a?$/u,
      )
  })

  it('never gives more than 4,000 characters and 101 lines, nor half a character', () => {
    const output = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '😀', 'é'), maxLength: 3_000 }), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(output, fc.nat({ max: 3 }), (parts, before) => {
        const bounded = boundOutput('x'.repeat(before) + parts.join(''))
        expect(bounded.length).toBeLessThanOrEqual(4_000)
        expect(bounded.split('\n').length).toBeLessThanOrEqual(103)
        expect(bounded).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})
