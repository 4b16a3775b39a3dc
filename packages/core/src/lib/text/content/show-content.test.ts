import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contents, readContent, readRows } from '../../../../../../test/contents.ts'
import { displayWidth } from '../display-width.ts'
import { showContent } from './show-content.ts'
import { wrapContent } from './wrap-content.ts'

describe('showContent', () => {
  it.each([
    ['npm install', ['npm install']],
    ['# set up\n\n\tmake  all', ['# set up', '', '\tmake  all']],
    ['a\u001b[2Kb\rc\u0000', ['a<U+001B>[2Kb<U+000D>c<U+0000>']],
    ['rm \u202e-rf\u2066 x\u200b\ufeffy\u00a0z', ['rm <U+202E>-rf<U+2066> x<U+200B><U+FEFF>y<U+00A0>z']],
    ['\ud800 \u3164 \u2800 \u{e0041}', ['<U+D800> <U+3164> <U+2800> <U+E0041>']],
    ['printf "\\x1b[1m" < <U+202E', ['printf "\\x1b[1m" < <U+202E']],
    ['<U+202E> <<U+1F600>', ['<U+003C>U+202E> <<U+003C>U+1F600>']],
    ['a\\ \n ', ['a\\<U+0020>', ' ']],
    ['שלום é ✔\ufe0f 日本', ['שלום é ✔\ufe0f 日本']],
    ['x\ufe0f', ['x<U+FE0F>']],
  ])('%j', (text, lines) => {
    expect(showContent(text)).toEqual(lines)
  })

  it('shows every text so that it can be put together again', () => {
    for (const text of contents(200)) expect(readContent(showContent(text).join('\n'))).toBe(text)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = showContent(text).join('\n')
        expect(readContent(shown)).toBe(text)
        expect(shown).not.toMatch(
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/,
        )
      }),
    )
  })
})

describe('wrapContent', () => {
  it('sets the end of a line apart from the next line', () => {
    const text = `# ${'x'.repeat(20)}\nrm -rf ~\n${' '.repeat(30)}# no`
    expect(wrapContent(text, 20)).toEqual([
      '  # xxxxxxxxxxxxxxxx',
      '    xxxx',
      '      rm -rf ~',
      '                    ',
      '    <U+0020>        ',
      '    <U+0020>      # ',
      '    no',
    ])
    expect(wrapContent('make the tests\tand all', 20)).toEqual(['  make the ', '    tests␉and all'])
    expect(wrapContent('make\tall\n\nthe tests', undefined)).toEqual(['  make\tall', '', '      the tests'])
  })

  it.each([80, 40, 12])('cuts nothing at %i columns', (width) => {
    for (const text of contents(200)) {
      const rows = wrapContent(text, width)
      expect(readRows(rows)).toBe(text)
      for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(Math.max(width, 16))
    }
  })
})
