import { expect, it } from 'vitest'
import { countTokens } from './count-tokens.ts'

it('counts cached input as a tenth', () => {
  expect(countTokens({ inputTokens: 10_000, cachedInputTokens: 9_000, outputTokens: 500 })).toBe(2_400)
  expect(countTokens({ inputTokens: 10_000 })).toBe(10_000)
  expect(countTokens({ outputTokens: 7 })).toBe(7)
  expect(countTokens({})).toBe(0)
})

it('counts no more cached tokens than input tokens, and whole tokens', () => {
  expect(countTokens({ inputTokens: 10, cachedInputTokens: 500 })).toBe(1)
  expect(countTokens({ inputTokens: 14, cachedInputTokens: 14 })).toBe(1)
})
