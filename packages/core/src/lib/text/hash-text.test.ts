import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashText } from './hash-text.ts'

const known = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

test('is SHA-256 at every length around a block', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'é'.repeat(length % 7) + 'a'.repeat(length)
    expect(hashText(text)).toBe(known(text))
  }
})

test('is SHA-256 of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(hashText(text)).toBe(known(text))
    }),
  )
})
