import type { GateChoice } from '@amelia/core'
import { sortChoices } from './sort-choices.ts'
import { expect, it } from 'vitest'

const sort = (...choices: GateChoice[]): string => {
  const { direct, more } = sortChoices({ choices })
  return `${direct.join(' ')} | ${more.join(' ')}`.trim()
}

it('gives the first answer and the one with words a button', () => {
  expect(sort('approve', 'send-back', 'abort', 'abort-revert')).toBe('approve send-back | abort abort-revert')
  expect(sort('retry', 'fix', 'skip', 'abort')).toBe('retry fix | skip abort')
  expect(sort('approve', 'retry', 'fix', 'abort')).toBe('approve fix | retry abort')
  expect(sort('approve', 'retry', 'abort')).toBe('approve retry | abort')
  expect(sort('approve', 'reject')).toBe('approve reject |')
  expect(sort('approve', 'abort', 'abort-revert')).toBe('approve | abort abort-revert')
})
