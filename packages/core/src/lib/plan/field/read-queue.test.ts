import { expect, test } from 'vitest'
import { readQueue } from './read-queue.ts'

test.each([
  ['gpu', 'gpu'],
  [' `large-memory` ', 'large-memory'],
  ['a.b_c-1', 'a.b_c-1'],
  ['', undefined],
  ['-', undefined],
  ['a/b', undefined],
  ['BullMQ, with retries', undefined],
  ['a'.repeat(64), undefined],
])('%j is %j', (text, expected) => {
  expect(readQueue(text)).toBe(expected)
})
