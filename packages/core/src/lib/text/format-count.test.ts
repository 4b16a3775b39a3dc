import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.0k'],
  [9_949, '9.9k'],
  [9_950, '10k'],
  [34_499, '34k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
  [12_345_678, '12M'],
  [2_000_000_000, '2G'],
])('%d is %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})
