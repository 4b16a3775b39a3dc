import { expect, it } from 'vitest'
import { readAge, readDuration } from './read-duration.ts'

it.each([
  ['90s', 90_000],
  ['1.5m', 90_000],
  ['2h', 7_200_000],
  ['14d', 1_209_600_000],
])('reads %s', (text, ms) => {
  expect(readDuration(text)).toBe(ms)
})

it.each(['', '10', '0s', '-1m', '5w', '1m30s'])('rejects %j', (text) => {
  expect(() => readDuration(text)).toThrow('Expected a duration such as 90s, 10m, 2h or 14d.')
})

it('reads 0s as an age', () => {
  expect(['0s', '0d', '14d'].map(readAge)).toEqual([0, 0, 1_209_600_000])
  expect(() => readAge('0')).toThrow('Expected a duration such as 90s, 10m, 2h or 14d.')
})
