import { expect, test } from 'vitest'
import { readEmptyOk } from './read-empty-ok.ts'

test.each([
  ['ok', true],
  [' OK ', true],
  ['allowed', true],
  ['yes', true],
  ['no', false],
  ['-', undefined],
  ['', undefined],
  ['ok, but only once', undefined],
  ['constructor', undefined],
])('%j is %j', (text, expected) => {
  expect(readEmptyOk(text)).toBe(expected)
})
