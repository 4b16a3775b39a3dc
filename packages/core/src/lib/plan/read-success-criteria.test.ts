import { expect, it } from 'vitest'
import { readSuccessCriteria } from './read-success-criteria.ts'

it.each([
  [undefined, undefined],
  ['  ', undefined],
  ['/PASS \\d+/', { pattern: 'PASS \\d+' }],
  [' /pass/i ', { pattern: '(?i)pass' }],
  ['"3 passed (of 3)"', { pattern: '3 passed \\(of 3\\)' }],
  ["'ok'", { pattern: 'ok' }],
  ['`a.b`', { pattern: 'a\\.b' }],
  ['All tests pass', { prose: 'All tests pass' }],
  ['/usr/bin exists', { prose: '/usr/bin exists' }],
  ['"a" and "b"', { pattern: 'a" and "b' }],
])('%j is %j', (text, criteria) => {
  expect(readSuccessCriteria(text)).toEqual(criteria)
})
