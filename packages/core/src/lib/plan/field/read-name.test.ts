import { expect, test } from 'vitest'
import { queueForm, readName } from './read-name.ts'

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

test.each([
  ['gpu', 'gpu'],
  [' `large-memory` ', 'large-memory'],
  ['a.b_c-1', 'a.b_c-1'],
  ['', undefined],
  ['-', undefined],
  ['a/b', undefined],
  ['BullMQ, with retries', undefined],
  ['a'.repeat(64), undefined],
])('as a queue, %j is %j', (text, expected) => {
  expect(readName(text, queueForm)).toBe(expected)
})
