import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideWait } from './decide-wait.ts'

const base = { baseMs: 1_000, maxMs: 60_000, waits: 0, key: 'run/a/1' }

describe('decideWait', () => {
  it('doubles up to the most', () => {
    for (const [waits, least] of [
      [0, 1_000],
      [1, 2_000],
      [5, 32_000],
      [6, 60_000],
      [5_000, 60_000],
    ] as const) {
      const ms = decideWait({ ...base, waits })
      expect(ms).toBeGreaterThanOrEqual(least)
      expect(ms).toBeLessThanOrEqual(least * 1.2)
    }
  })

  it('adds what the key says: the same for the same, up to a fifth, spread out', () => {
    expect(decideWait(base)).toBe(decideWait({ ...base }))
    const waits = Array.from({ length: 200 }, (_, number) => decideWait({ ...base, key: `run/a/${number}` }))
    expect(Math.min(...waits)).toBeLessThan(1_030)
    expect(Math.max(...waits)).toBeGreaterThan(1_170)
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_200)
    expect(new Set(waits).size).toBeGreaterThan(100)
  })

  it('fault 33: keeps to what a provider asks for, within bounds', () => {
    const asked = (retryAfterMs: number) => decideWait({ ...base, longestMs: 600_000, retryAfterMs })
    expect(asked(120_000)).toBeGreaterThanOrEqual(120_000)
    expect(asked(120_000)).toBeLessThanOrEqual(144_000)
    expect(asked(1e15)).toBeLessThanOrEqual(720_000)
    expect(asked(5)).toBeGreaterThanOrEqual(1_000)
    expect(asked(5)).toBeLessThanOrEqual(1_200)
    expect(decideWait({ ...base, retryAfterMs: 120_000 }), 'without a separate bound').toBeLessThanOrEqual(
      72_000,
    )
    const short = (waits: number) => decideWait({ ...base, baseMs: 15_000, waits, retryAfterMs: 1_500 })
    expect(short(0), 'less than the own first wait').toBeLessThanOrEqual(1_800)
    expect(short(2), 'repeated').toBeGreaterThanOrEqual(4_000)
    expect(short(9)).toBeLessThanOrEqual(18_000)
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(asked(wrong)).toBe(decideWait({ ...base, longestMs: 600_000 }))
    expect(
      decideWait({ ...base, waits: 9, retryAfterMs: 2_000 }),
      'for any earlier waits',
    ).toBeLessThanOrEqual(2_400)
  })

  it('is a whole number within bounds, whatever is asked', () => {
    fc.assert(
      fc.property(
        fc.nat(100),
        fc.option(fc.double(), { nil: undefined }),
        fc.string(),
        (waits, retryAfterMs, key) => {
          const ms = decideWait({
            ...base,
            waits,
            key,
            ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
          })
          expect(Number.isSafeInteger(ms)).toBe(true)
          expect(ms).toBeGreaterThanOrEqual(1_000)
          expect(ms).toBeLessThanOrEqual(72_000)
        },
      ),
    )
  })
})
