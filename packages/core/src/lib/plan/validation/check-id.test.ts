import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkId } from './check-id.ts'

test.each([
  '1',
  '2a',
  '1.1',
  'T001',
  'a_b-c',
  'größe',
  '設計',
  'フェーズ1',
  'api設計',
  '__proto__',
  'constructor',
])('%j can be used', (id) => {
  expect(checkId(id)).toBeUndefined()
})

test.each([
  ['', 'empty'],
  ['a..b', 'two dots'],
  ['.a', 'dot'],
  ['a.', 'dot'],
  ['a.lock', '.lock'],
  ['-a', 'begins with "-"'],
  ['a/b', '"/" U+002F'],
  ['a b', 'U+0020'],
  ['a~1', 'U+007E'],
  ['a@{1}', 'U+0040'],
  ['$(id)', 'U+0024'],
  ['a'.repeat(201), '200 bytes'],
  ['設'.repeat(67), '200 bytes'],
  ['e\u0301', 'form C'],
  ['\u0300a', 'accent'],
])('fault 17: %j is refused', (id, why) => {
  expect(checkId(id)).toContain(why)
})

test.each([
  ['a\u200bb', 'U+200B'],
  ['a\u202eb', 'U+202E'],
  ['a\u0007', 'U+0007'],
  ['2а-x', 'U+0430'],
  ['pοst', 'U+03BF'],
])('fault 8: %j is refused with its code points', (id, point) => {
  expect(checkId(id)).toContain(point)
})

test('a valid id can be a part of a reference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (id) => {
      if (checkId(id) !== undefined) return
      expect(id).toMatch(/^[^\s~^:?*[\\/\p{Cc}\p{Cf}]+$/u)
      expect(/\.\.|^\.|\.$|\.lock$|^-|@\{/.test(id)).toBe(false)
    }),
  )
})
