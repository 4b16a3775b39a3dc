import { expect, it } from 'vitest'
import { readLogin } from './read-login.ts'

it('reads token and code from the fragment', () => {
  expect(readLogin('#token=a%2Bb&run=my%20run')).toEqual({ token: 'a+b' })
  expect(readLogin('#code=x')).toEqual({ code: 'x' })
  expect(readLogin('')).toEqual({})
  expect(readLogin('#token=')).toEqual({})
})
