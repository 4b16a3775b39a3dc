import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growsLinearly } from '../../../../../test/fixtures/grows-linearly.ts'
import { stripAnsi } from './strip-ansi.ts'

const esc = '\u001b'

describe('stripAnsi (fault 22)', () => {
  it.each([
    ['plain text', 'one\n\ttwo', 'one\n\ttwo'],
    ['colours', `${esc}[1;31mred${esc}[0m`, 'red'],
    ['cursor and screen', `a${esc}[2J${esc}[10;4Hb${esc}[?25lc`, 'abc'],
    ['the one-byte form', '\u009b31mred\u009d0;title\u0007!', 'red!'],
    ['a title', `${esc}]0;owned\u0007after`, 'after'],
    ['a link, ended by ST', `${esc}]8;;https://example.org${esc}\\text${esc}]8;;${esc}\\`, 'text'],
    ['a device string', `${esc}Pq#0;2;0;0;0${esc}\\after`, 'after'],
    ['a character set', `${esc}(Babc${esc}c`, 'abc'],
    ['a title that never ends', `${esc}]0;owned\nnext line`, '\nnext line'],
    ['a sequence that is cut off', `a${esc}[12`, 'a'],
    ['a lone escape', `a${esc}`, 'a'],
    ['a carriage return that overwrites', '10 %\r100 %', '10 %\n100 %'],
    ['sequences with a blank, a slash, a digit, a tilde', `${esc} Fa${esc}/Ab${esc}0c${esc}~d`, 'abcd'],
    ['an escape before what ends none', `${esc}éa${esc}(éb`, 'éaéb'],
    ['parameters with a blank, and the first and the last end', `${esc}[ qa${esc}[@b${esc}[3~c`, 'abc'],
    ['parameters before what ends none', `${esc}[1éa${esc}[1\n2mb`, 'éa\n2mb'],
    ['strings of every kind', `${esc}Xs${esc}\\a${esc}^s${esc}\\b${esc}_s${esc}\\c`, 'abc'],
    ['strings of every kind in one byte', '\u0090s\u0007a\u0098s\u0007b\u009es\u0007c\u009fs\u0007d', 'abcd'],
    ['a control character that begins no string', '\u0099abc', 'abc'],
    ['a string ended by one byte', `${esc}]0;title\u009cafter`, 'after'],
    ['a string that another sequence ends', `${esc}]0;title${esc}[31mred`, 'red'],
    ['the first letter after the control characters', 'a\u00a0b', 'a\u00a0b'],
    ['an escape before a line feed', `a${esc}\nb`, 'a\nb'],
    ['carriage return, backspace, bell, delete', 'abc\r\nd\b\u0007\u007fe', 'abc\nde'],
    ['letters of any language', 'Grüße 日本 👩‍💻', 'Grüße 日本 👩‍💻'],
  ])('%s', (_, text, expected) => {
    expect(stripAnsi(text)).toBe(expected)
  })

  it('leaves no control character, and is done in one pass', () => {
    const pieces = fc.constantFrom(
      esc,
      '[',
      ']',
      '\u009b',
      '\u009d',
      '\u0007',
      '\\',
      '1',
      ';',
      'm',
      '\n',
      'x',
      'é',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const once = stripAnsi(parts.join(''))
        expect(/[^\P{Cc}\n\t]/u.test(once)).toBe(false)
        expect(stripAnsi(once)).toBe(once)
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes time linear in the text', () => {
    for (const piece of [`${esc}]`, `${esc}[`, '\u009d', `${esc}[1`, 'a']) {
      growsLinearly(400_000, (size) => stripAnsi(piece.repeat(size)))
    }
  })
})
