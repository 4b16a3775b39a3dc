import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytes = (...values: (number | string)[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => (typeof value === 'string' ? [...Buffer.from(value)] : [value])))

test('fault 1: BOM, CRLF and lone CR are normalised, lines keep their numbers', () => {
  expect(decodeText('\ufeffa\r\nb\rc\n')).toEqual({ text: 'a\nb\nc\n' })
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 'a\r\nb\rc\n'))).toEqual({ text: 'a\nb\nc\n' })
})

test.each([
  ['invalid UTF-8', bytes('a\nbé', 0xff, 'c'), 5, 2],
  ['a sequence that is cut', bytes('ab', 0xe2, 0x82), 2, 1],
  ['an overlong sequence', bytes('a', 0xc0, 0x80), 1, 1],
  ['a surrogate', bytes('a\r\rb', 0xed, 0xa0, 0x80), 4, 3],
  ['a code point that is too high', bytes(0xf4, 0x90, 0x80, 0x80), 0, 1],
  ['NUL', bytes('a\r\nb', 0), 4, 2],
  ['UTF-16 LE', bytes(0xff, 0xfe, 0x61, 0), 0, 1],
  ['UTF-16 BE', bytes(0xfe, 0xff, 0, 0x61), 0, 1],
  ['UTF-16 without a mark', bytes(0x61, 0, 0x62, 0), 1, 1],
])('fault 2: %s is refused with its byte offset', (_, input, byteOffset, line) => {
  expect(decodeText(input)).toMatchObject({ byteOffset, line })
})

test('fault 2: a string is refused by the offset that it would have in bytes', () => {
  expect(decodeText('é\n\0')).toMatchObject({ byteOffset: 3, line: 2 })
  expect(decodeText('é\ud800x')).toMatchObject({ byteOffset: 2, line: 1 })
})

test('the offset is where decoding stops', () => {
  fc.assert(
    fc.property(fc.uint8Array({ min: 1, maxLength: 40 }), (input) => {
      const decoded = decodeText(input)
      if ('text' in decoded || decoded.problem.startsWith('UTF-16')) return
      const strict = (part: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(part)
      expect(() => strict(input.subarray(0, decoded.byteOffset))).not.toThrow()
      expect(() => strict(input.subarray(decoded.byteOffset))).toThrow()
    }),
    { numRuns: 1000 },
  )
})
