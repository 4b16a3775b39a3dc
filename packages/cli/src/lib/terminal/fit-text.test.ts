import { describe, expect, it } from 'vitest'
import { fitText, padText, widestOf } from './fit-text.ts'

describe('fitText', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['one two three', 7, 'one tw…'],
    ['abcdef', 5, 'abcd…'],
    ['abcdef', 3, 'ab…'],
    ['abcdef', 2, 'a…'],
    ['abcdef', 0, ''],
    ['日本語の計画', 9, '日本語の…'],
    ['日本語の計画', 8, '日本語…'],
  ])('truncates %j to %i columns', (text, width, expected) => {
    expect(fitText(text, width)).toBe(expected)
  })

  it('appends the ellipsis that it is given', () => {
    expect(fitText('abcdef', 4, '…')).toBe('abc…')
  })
})

describe('padText', () => {
  it('counts columns, not characters', () => {
    expect(padText('日本', 6)).toBe('日本  ')
    expect(padText('long enough', 4)).toBe('long enough')
  })
})

describe('widestOf', () => {
  it('returns the columns of the widest of 200,000 texts', () => {
    expect(widestOf([...Array<string>(200_000).fill('a'), '日本語'])).toBe(6)
    expect(widestOf([])).toBe(0)
  })
})
