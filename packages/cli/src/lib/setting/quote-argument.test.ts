import { describe, expect, it } from 'vitest'
import { quoteArgument } from './quote-argument.ts'

describe('quoteArgument', () => {
  it.each([
    ['plain/path-1.md', 'plain/path-1.md'],
    ['', "''"],
    ['two words', "'two words'"],
    ["it's", "'it'\\''s'"],
    ['$HOME', "'$HOME'"],
  ])('%s', (argument, quoted) => {
    expect(quoteArgument(argument)).toBe(quoted)
  })
})
