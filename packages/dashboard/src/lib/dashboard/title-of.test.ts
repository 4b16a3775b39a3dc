import { expect, it } from 'vitest'
import { markOf } from './title-of.ts'

it.each([
  [{ state: 'running', status: 'running' }, 0, undefined],
  [{ state: 'waiting', status: 'waiting' }, 2, 'asks'],
  [{ state: 'interrupted', status: 'interrupted' }, 0, 'bad'],
  [{ state: 'ended', status: 'completed' }, 0, 'good'],
  [{ state: 'ended', status: 'failed' }, 0, 'bad'],
  [undefined, 0, undefined],
] as const)('marks %j with %d questions as %s', (condition, questions, expected) => {
  expect(markOf(condition, questions)).toBe(expected)
})
