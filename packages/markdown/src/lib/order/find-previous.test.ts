import { describe, expect, it } from 'vitest'
import { findPrevious } from './find-previous.ts'

describe('findPrevious', () => {
  it.each([
    ['nothing is declared', [[], [], []], [undefined, 0, 1]],
    ['each declares the one before it', [[], [0], [1]], [undefined, 0, 1]],
    ['the first declares the last', [[2], [], []], [2, 0, undefined]],
    ['two declare the last', [[2], [2], []], [2, 0, undefined]],
    ['items declare each other', [[1], [0], []], [undefined, 0, 1]],
    ['an item declares itself', [[0], []], [undefined, 0]],
    ['there are no items', [], []],
  ])('if %s', (_, declared, expected) => {
    expect(findPrevious(declared)).toEqual(expected)
  })

  it('takes linear time, and no stack', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => (at < 99_999 ? [at + 1] : []))
    expect(findPrevious(many)[0]).toBe(1)
  })
})
