import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['**a** b', 'a b'],
  ['__a__ *b* _c_ ~~d~~', 'a b c d'],
  ['**`a`** `b_c*`', 'a b_c*'],
  ['``a`b``', 'a`b'],
  ['[a](b) [c] ![d](e)', 'a [c] d'],
  ['[**a**](b "c")', 'a'],
  ['a * b, *.ts, 5 * 3', 'a * b, *.ts, 5 * 3'],
  ['snake_case_name', 'snake_case_name'],
  ['a \\* b \\[c\\]', 'a * b [c]'],
  ['a<!-- b -->c <!-- d', 'ac <!-- d'],
  ['a<br>b', 'a b'],
  ['a\n  b\tc', 'a b c'],
  ['', ''],
])('%j reads %j', (inline, plain) => {
  expect(plainText(inline)).toBe(plain)
})

test('fault 22: control characters are dropped', () => {
  expect(plainText('a\u001b[31mb\u0007')).toBe('a [31mb')
})

test('what is plain stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'Ü', '1', ' ', '.', '-', ':') }), (text) => {
      expect(plainText(text)).toBe(text.replace(/ +/g, ' ').trim())
    }),
  )
})

test.each(['[', '](', '*a ', '`', '``a` ', '<!--', '\\', '_a_', '![', '[a]('])(
  'fault 11: many %j take linear time',
  (piece) => {
    const cpu = (text: string): number => {
      const start = process.cpuUsage()
      plainText(text)
      return process.cpuUsage(start).user / 1000
    }
    // The least of three is the work itself, without collections and other load.
    const least = (text: string): number => Math.min(cpu(text), cpu(text), cpu(text))
    const small = Math.max(least(piece.repeat(20_000)), 10)
    expect(least(piece.repeat(80_000))).toBeLessThan(small * 12)
  },
)

test('any text: no throw, one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a*_`[]()!\\<->~ \n') }), (text) => {
      expect(plainText(text)).not.toContain('\n')
    }),
    { numRuns: 1000 },
  )
})
