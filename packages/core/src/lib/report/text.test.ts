import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../text/display-width.ts'
import { fitText, padText } from '../text/fit-text.ts'
import { formatDuration } from '../text/format-duration.ts'
import { plainLabel } from './render/plain-label.ts'
import { wrapText } from '../text/wrap-text.ts'

describe('displayWidth', () => {
  it.each([
    ['plain', 5],
    ['日本', 4],
    ['e\u0301', 1],
    ['🚀', 2],
    ['…✓', 2],
    ['', 0],
  ])('%s', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('fitText and padText', () => {
  it('cut and fill by columns', () => {
    expect(fitText('Integration', 11)).toBe('Integration')
    expect(fitText('Integration', 8)).toBe('Integra…')
    expect(fitText('Integration', 8, '…')).toBe('Integra…')
    expect(fitText('日本語文', 6)).toBe('日本…')
    expect(fitText('a b c d', 5)).toBe('a b…')
    expect(fitText('abc', 2)).toBe('a…')
    expect(padText('日', 4)).toBe('日  ')
    expect(padText('long', 2)).toBe('long')
  })

  it('never pass the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }).map(plainLabel), fc.nat({ max: 30 }), (text, width) => {
        expect(displayWidth(fitText(text, width))).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('wrapText', () => {
  it('keeps words whole where they fit', () => {
    expect(wrapText('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrapText('a incomprehensible b', 8)).toEqual(['a', 'incompre', 'hensible', 'b'])
    expect(wrapText('', 8)).toEqual([''])
  })
})

describe('plainLabel', () => {
  it('is one line that does nothing to a terminal (fault 22)', () => {
    expect(plainLabel(' two\n\twords \u001b[31mred\u001b]0;title\u0007 ')).toBe('two words red')
    expect(plainLabel('abc\u202edef\u2066\u200b\ufeffg')).toBe('abcdefg')
    expect(plainLabel('a\u2028b\rc')).toBe('ab c')
  })
})

describe('formatDuration', () => {
  it.each([
    [-5, '0 ms'],
    [340, '340 ms'],
    [2_440, '2.4 s'],
    [9_949, '9.9 s'],
    [9_990, '10 s'],
    [59_499, '59 s'],
    [59_600, '1m 00s'],
    [615_000, '10m 15s'],
    [7_380_000, '2h 03m'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })
})
