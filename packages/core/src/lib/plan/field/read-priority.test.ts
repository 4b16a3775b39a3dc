import { expect, test } from 'vitest'
import { readPriority } from './read-priority.ts'

test.each([
  ['3', 3],
  [' +3 ', 3],
  ['-12', -12],
  ['-0', 0],
  ['Critical', 2],
  ['high', 1],
  ['medium', 0],
  ['Low', -1],
  ['P0', 2],
  ['p4', -2],
])('%j is %d', (text, priority) => {
  expect(readPriority(text)).toBe(priority)
})

test.each(['', '-', '1.5', '1234567890', 'p5', 'soon', 'high, but not now'])(
  '%j is not a priority',
  (text) => {
    expect(readPriority(text)).toBeUndefined()
  },
)
