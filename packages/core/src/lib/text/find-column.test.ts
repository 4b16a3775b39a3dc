import { expect, test } from 'vitest'
import { findColumn } from './find-column.ts'

test.each([
  ['| 1 | name 1 | 12, 9 |', '9', true, 20],
  ['| 1 | name 1 | 12, 9 |', '1', false, 3],
  ['| 1 | name 1 | 12, 9 |', '1', true, 12],
  ['| 2A | x | 2B |', '2a', false, 3],
  ['| 2AB | x | 2A |', '2a', false, 13],
  ['  text', 'other', false, 3],
  ['  text', undefined, false, 3],
  ['aa a', 'a', false, 4],
  ['', 'x', true, 1],
  ['   ', 'x', false, 1],
  ['İ x', 'x', false, 1],
  [`${' '.repeat(3)}${'y '.repeat(2_000)}x`, 'x', false, 4],
])('%j names %j (last: %s) at %d', (line, name, last, column) => {
  expect(findColumn(line, name, last)).toBe(column)
})
