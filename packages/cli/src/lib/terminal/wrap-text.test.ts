import { expect, it } from 'vitest'
import { wrapText } from './wrap-text.ts'

it.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 80, ['one two three']],
  ['one two three', Number.POSITIVE_INFINITY, ['one two three']],
  ['', 10, ['']],
  ['abcdefgh ij', 4, ['abcd', 'efgh', 'ij']],
  ['日本語 計画', 6, ['日本語', '計画']],
])('wraps %j to %d columns', (text, width, lines) => {
  expect(wrapText(text, width)).toEqual(lines)
})
