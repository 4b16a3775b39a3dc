import { expect, test } from 'vitest'
import { readName } from './read-name.ts'

test.each([
  ['codex', 'codex'],
  [' `gpt-5.5` ', 'gpt-5.5'],
  ['anthropic/opus:4', 'anthropic/opus:4'],
  ['', undefined],
  ['-', undefined],
  ['--flag', undefined],
  ['two words', undefined],
  ['a'.repeat(101), undefined],
])('%j is %j', (text, expected) => {
  expect(readName(text)).toBe(expected)
})
