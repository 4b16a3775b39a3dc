import { expect, it } from 'vitest'
import { readLimit } from './ask-budget.ts'

it.each([
  ['20', { usd: 20 }],
  ['$0.40', { usd: 0.4 }],
  ['$ 1,000', { usd: 1_000 }],
  ['5 usd', { usd: 5 }],
  ['500_000 tokens', undefined],
  ['500000 tokens', { tokens: 500_000 }],
  ['5 usd, 1 minute', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['no', undefined],
])('reads %j where dollars and tokens are counted', (text, limit) => {
  expect(readLimit(text, ['usd', 'tokens'])).toEqual(limit)
})

it('reads only units that the agents count', () => {
  expect(readLimit('5_000_000', ['tokens'])).toEqual({ tokens: 5_000_000 })
  expect(readLimit('$5', ['tokens'])).toBeUndefined()
  expect(readLimit('5 usd', ['tokens'])).toBeUndefined()
  expect(readLimit('5 tokens', ['usd'])).toBeUndefined()
})
