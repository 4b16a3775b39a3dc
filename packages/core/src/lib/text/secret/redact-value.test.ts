import { expect, it } from 'vitest'
import { redactValue } from './redact-value.ts'

it('takes secrets out of every text in a value, and leaves all else as it is', () => {
  const value = {
    text: 'the pass is hunter22',
    list: ['hunter22', 7, null, true, [{ deep: 'x hunter22 y' }]],
    none: null,
    no: false,
    nothing: undefined,
  }
  expect(redactValue(value, ['hunter22'])).toEqual({
    text: 'the pass is [redacted]',
    list: ['[redacted]', 7, null, true, [{ deep: 'x [redacted] y' }]],
    none: null,
    no: false,
    nothing: undefined,
  })
  expect(value.text).toBe('the pass is hunter22')
})

it('redacts a value that is not an object, and recognises the shape of a secret', () => {
  expect(redactValue(`AKIA${'Q7'.repeat(8)}`, [])).toBe('[redacted]')
  expect(redactValue(null, ['hunter22'])).toBeNull()
  expect(redactValue(42, ['hunter22'])).toBe(42)
  expect(redactValue(undefined, [])).toBeUndefined()
})

it('gives a value without secrets as it is', () => {
  const value = { text: 'nothing', list: [{ deep: 'here' }], number: 7 }
  expect(redactValue(value, ['hunter22'])).toBe(value)
  const list = [{ one: 'hunter22' }, { other: 'no' }]
  expect((redactValue(list, ['hunter22']) as unknown[])[1]).toBe(list[1])
})
