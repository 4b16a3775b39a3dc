import { describe, expect, it } from 'vitest'
import { fitText, padText, widestOf } from './fit-text.ts'
import { wrapText } from './wrap-text.ts'

describe('fitText', () => {
  it.each([
    ['short', 8, 'short'],
    ['a long title', 8, 'a lon...'],
    ['日本語日本語', 9, '日本語...'],
    ['👩‍👩‍👧 family', 9, '👩‍👩‍👧 family'],
  ])('%s in %d columns', (text, width, expected) => {
    expect(fitText(text, width)).toBe(expected)
  })
})

describe('padText and widestOf', () => {
  it('count columns, not characters', () => {
    expect(padText('日本', 6)).toBe('日本  ')
    expect(padText('wide enough', 4)).toBe('wide enough')
    expect(widestOf(['ab', '日本', 'é'])).toBe(4)
    expect(widestOf([])).toBe(0)
  })
})

describe('wrapText', () => {
  it('breaks between words, and loses nothing of a word that is too long', () => {
    expect(wrapText('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrapText('日本語 日本語', 7)).toEqual(['日本語', '日本語'])
    const path = 'a/very/long/path/to/a/file'
    expect(wrapText(path, 10).join('')).toBe(path)
    expect(wrapText('', 10)).toEqual([''])
  })
})
