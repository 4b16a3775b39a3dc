import { describe, expect, it } from 'vitest'
import { mergeUsage } from './merge-usage.ts'

describe('mergeUsage', () => {
  it('never lets tokens decrease, and keeps unknown ones unknown', () => {
    expect(mergeUsage({ inputTokens: 100 }, { inputTokens: 40, outputTokens: 3 })).toEqual({
      inputTokens: 100,
      outputTokens: 3,
    })
    expect(mergeUsage({}, {})).toEqual({})
  })

  it('ignores values that are not numbers of at least 0', () => {
    expect(mergeUsage({ usd: 1 }, { inputTokens: Number.NaN, outputTokens: -5, usd: Infinity })).toEqual({
      usd: 1,
    })
  })

  it.each([
    ['the larger of two figures', { usd: 2 }, { usd: 1 }, { usd: 2 }],
    ['the figure of the vendor instead of an estimate', { usd: 2, estimated: true }, { usd: 1 }, { usd: 1 }],
    [
      'an estimate that includes more',
      { usd: 1 },
      { usd: 1.5, estimated: true },
      { usd: 1.5, estimated: true },
    ],
    ['the figure of the vendor over a lower estimate', { usd: 2 }, { usd: 1, estimated: true }, { usd: 2 }],
    ['the last known figure', { usd: 2, estimated: true }, {}, { usd: 2, estimated: true }],
  ] as const)('takes %s', (_name, known, now, merged) => {
    expect(mergeUsage(known, now)).toEqual(merged)
  })
})
