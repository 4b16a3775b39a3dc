import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeKeys } from './decode-keys.ts'
import { editLine, emptyLine } from './edit-line.ts'

const typed = (input: string): string => {
  const { before, after } = decodeKeys(input, true).keys.reduce(editLine, emptyLine)
  return `${before}|${after}`
}

describe('editLine', () => {
  it.each([
    ['abc', 'abc|'],
    ['ab\u001b[Dc', 'ac|b'],
    ['日本\u007f語', '日語|'],
    ['a👩‍👩‍👧\u001b[D\u001b[3~b', 'ab|'],
    ['ab cd\u0017x', 'ab x|'],
    ['abc\u001b[D\u0015', '|c'],
    ['abc\u001b[D\u000b', 'ab|'],
    ['abc\u001b[Hx\u001b[Fy', 'xabcy|'],
    ['abc\u0001x\u0005y', 'xabcy|'],
    ['\u001b[200~two\r\nlines\u0003\u001b[201~!', 'two lines !|'],
    ['\u001b[A\tx', 'x|'],
  ])('%j gives %s', (input, expected) => {
    expect(typed(input)).toBe(expected)
  })

  it('keeps the text when the cursor moves, and never splits a character', () => {
    const texts = fc.array(fc.constantFrom('a', '日', '👩‍👩‍👧', 'é'), { maxLength: 12 })
    fc.assert(
      fc.property(texts, fc.array(fc.constantFrom('left', 'right', 'home', 'end')), (parts, moves) => {
        const line = parts.reduce((each, name) => editLine(each, { name }), emptyLine)
        const moved = moves.reduce((each, name) => editLine(each, { name }), line)
        expect(moved.before + moved.after).toBe(parts.join(''))
        expect(parts.map((_, k) => parts.slice(0, k).join('')).concat(parts.join(''))).toContain(moved.before)
      }),
    )
  })
})
