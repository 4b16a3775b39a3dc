import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeText } from './escape-text.ts'
import { titleText } from '../words/plain-text.ts'
import { readOutline } from '../outline/read-outline.ts'

test.each([
  ['snake_case and don’t!', 'snake_case and don’t\\!'],
  ['a|b', 'a\\|b'],
  ['  two\n lines ', 'two lines'],
  ['x <br> y', 'x \\<br\\> y'],
  ['C #', 'C \\#'],
  ['[a](b) `c` **d**', '\\[a\\](b) `c` \\*\\*d\\*\\*'],
  ['`a_*b*`, ``c`d``, `e', '`a_*b*`, ``c`d``, \\`e'],
  ['`a|b` `c`', '\\`a\\|b\\` `c`'],
])('%j is written %j', (text, written) => {
  expect(escapeText(text)).toBe(written)
})

test('any line is read back, as a heading, as a cell and as a paragraph', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '*',
      '_',
      '`',
      '`c*d_`',
      '``e`f``',
      '[',
      ']',
      '(',
      '!',
      '<!--',
      '-->',
      '<br/>',
      '\\',
      '|',
      '#',
      '##',
      '~~',
      '&amp;',
      'a',
      'é_b',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const text = `x ${words.join(' ')}`.replace(/[\s\p{Cc}]+/gu, ' ').trim()
      const written = escapeText(text)
      expect(titleText(written)).toBe(text)
      const { blocks } = readOutline(`## ${written}\n\n| a |\n|---|\n| ${written} |\n`)
      const [heading, table] = blocks
      expect(heading?.kind === 'heading' && titleText(heading.text)).toBe(text)
      expect(table?.kind === 'table' && titleText(table.rows[0]?.cells[0]?.text ?? '')).toBe(text)
    }),
    { numRuns: 1_000 },
  )
})
